import type { PlayAnimation } from '#app/lib/use-celebration.ts'

/** Animates the signs of modules completed since the last visit, one after the other. */
export const playStations: PlayAnimation = (frame, names) => {
	for (const [at, name] of names.entries()) {
		const sign = frame.querySelector(`[data-moment="${name}"] .way-sign`)
		sign?.animate(
			[
				{ transform: 'scale(1)', backgroundColor: 'var(--ground)', color: 'transparent' },
				{ transform: 'scale(1.3)', offset: 0.5 },
				{ transform: 'scale(1)' },
			],
			// Even many signs at once, as on a new device, finish within two seconds.
			{ duration: 600, delay: Math.min(at * 250, 1400), easing: 'ease-out', fill: 'backwards' },
		)
	}
}
