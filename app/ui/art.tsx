import type { ReactNode } from 'react'

import artUrl from '#app/assets/art.svg?url'

const SIZES = {
	poster: [640, 760],
	desk: [320, 220],
	fork: [320, 220],
	stall: [320, 220],
	signpost: [340, 400],
	studio: [640, 360],
} as const

type ArtProps = { name: keyof typeof SIZES; className?: string; align?: 'xMidYMax meet' | 'xMidYMid slice'; children?: ReactNode }

/** Picture from the shared SVG sprite, in the theme's colors. Hidden from screen readers. */
export function Art({ name, className = '', align, children }: ArtProps) {
	const [width, height] = SIZES[name]
	return (
		<svg viewBox={`0 0 ${width} ${height}`} className={className} preserveAspectRatio={align} aria-hidden="true">
			<use href={`${artUrl}#${name}`} width={width} height={height} />
			{children}
		</svg>
	)
}
