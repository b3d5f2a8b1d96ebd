import type { ReactNode } from 'react'

const TONES = {
	plain: 'border-line-strong bg-ground',
	opened: 'border-spruce-ink bg-ground text-spruce-ink',
	current: 'border-accent bg-accent text-on-accent',
}

/** Number of a step in a circle. Decorative. */
export const StepSign = ({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) => (
	<span
		className={`grid size-[1.9rem] flex-none place-items-center rounded-[50%] border-2 leading-none font-semibold ${TONES[tone]}`}
		aria-hidden="true"
	>
		{children}
	</span>
)

const LINE =
	'not-last:before:absolute not-last:before:top-[2.1rem] not-last:before:bottom-[.2rem] not-last:before:left-[calc(.95rem-1px)] not-last:before:border-l-2 not-last:before:border-dotted not-last:before:border-line-strong'

export const Step = ({ number, children }: { number: number; children: ReactNode }) => (
	<li className={`relative grid grid-cols-[auto_1fr] gap-4 pb-[1.4rem] ${LINE}`}>
		<StepSign>{number}</StepSign>
		<div>{children}</div>
	</li>
)
