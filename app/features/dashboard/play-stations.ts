import type { PlayAnimation } from '#app/lib/use-celebration.ts'

/** Animates, one after the other, the signs of modules completed since the last visit. */
export const playStations: PlayAnimation = (frame, names) => {
	for (const [at, name] of names.entries()) {
		const sign = frame.querySelector(`[data-moment="${name}"] .way-sign`)
		sign?.animate(
			[
				{ transform: 'scale(1)', backgroundColor: 'var(--ground)', color: 'transparent' },
				{ transform: 'scale(1.3)', offset: 0.5 },
				{ transform: 'scale(1)' },
			],
			// Limits the total to two seconds: on a new device, there may be many signs.
			{ duration: 600, delay: Math.min(at * 250, 1400), easing: 'ease-out', fill: 'backwards' },
		)
	}
}
