import type { ReactNode } from 'react'

type NumberedSectionProps = {
	/** Decorative. */
	number?: string
	/** Short text in the margin. */
	label: string
	id?: string
	/** True in a list of short sections, with lines between them. */
	isShort?: boolean
	children: ReactNode
}

const SHORT = 'py-[clamp(2.5rem,5vw,4rem)] max-lg:py-6 not-first:border-t border-line'

export function NumberedSection({ number, label, id, isShort = false, children }: NumberedSectionProps) {
	return (
		<section id={id} className={isShort ? SHORT : 'leg'}>
			<div className={isShort ? 'page leg-grid max-lg:relative' : 'page leg-grid'}>
				<p className={isShort ? 'leg-mark max-lg:mb-1' : 'leg-mark'}>
					{number && (
						<span className="text-accent-ink text-2xl/none tabular-nums" aria-hidden="true">
							{number}
						</span>
					)}
					<span>{label}</span>
				</p>
				<div>{children}</div>
			</div>
		</section>
	)
}
