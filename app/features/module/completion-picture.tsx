import { useRef } from 'react'

import { useCelebration, type Play } from '#app/lib/use-celebration.ts'

/** The line is dotted, so a dash offset can't animate it. It is revealed by a clip path instead. */
const UNCOVER = [{ clipPath: 'inset(-10% 100% -10% -10%)' }, { clipPath: 'inset(-10% -10% -10% -10%)' }]

const playFlag: Play = (frame) => {
	const part = (name: string) => frame.querySelector<SVGElement>(`[data-moves=${name}]`)
	part('way')?.animate(UNCOVER, { duration: 1000, easing: 'ease-in-out' })
	part('flag')?.animate(
		[
			{ transform: 'translateY(18px)', opacity: 0 },
			{ transform: 'translateY(16px)', opacity: 1, offset: 0.2 },
			{ transform: 'none', opacity: 1 },
		],
		{ duration: 700, delay: 900, easing: 'ease-out', fill: 'backwards' },
	)
	part('next')?.animate(UNCOVER, { duration: 700, delay: 1500, easing: 'ease-in-out', fill: 'backwards' })
}

/** Picture on the completion screen. If nothing in the module is left, a flag is raised in it, once per module. */
export function CompletionPicture({ moduleId, hasFlag }: { moduleId: number; hasFlag: boolean }) {
	const frame = useRef<SVGSVGElement>(null)
	useCelebration(frame, hasFlag ? [`flag-${moduleId}`] : [], async () => playFlag)
	return (
		<svg ref={frame} viewBox="0 0 320 220" className="w-full max-w-80" aria-hidden="true" focusable="false">
			<circle cx="236" cy="74" r="34" fill="var(--art-sun)" />
			<path d="M0 220V168L64 118 122 164 206 66 268 132 320 96V220Z" fill="var(--art-far)" />
			<path d="M0 220V196L48 172 150 60 214 148 262 130 320 178V220Z" fill="var(--art-mid)" />
			<path d="M150 60 128 84 142 94 152 84 164 96 172 90Z" fill="var(--art-snow)" />
			{hasFlag && (
				<>
					<path d="M150 60V22" stroke="var(--ink)" strokeWidth="4" />
					<path data-moves="flag" d="M152 22 186 32 152 44Z" fill="var(--art-sun)" />
				</>
			)}
			<Way name="way" d="M0 220C60 214 92 196 104 168S132 104 150 62" />
			<Way name="next" d="M153 64C160 84 172 100 182 98S198 84 206 68" />
			<path d="M0 220V210C70 196 190 218 320 200V220Z" fill="var(--art-near)" />
		</svg>
	)
}

const Way = ({ name, d }: { name: string; d: string }) => (
	<path data-moves={name} d={d} fill="none" stroke="var(--art-way)" strokeWidth="5" strokeDasharray="3 9" strokeLinecap="round" />
)
