import type { Play } from '#app/lib/use-celebration.ts'

/** A dotted line cannot be drawn by its dashes, so it is uncovered from its start. */
const UNCOVER = [{ clipPath: 'inset(-10% 100% -10% -10%)' }, { clipPath: 'inset(-10% -10% -10% -10%)' }]

/** The path leads up, the flag rises at its end, and the path to the next summit appears. */
export const playFlag: Play = (frame) => {
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
