import type { ReactNode } from 'react'

import artUrl from '#app/assets/art.svg?url'
import scenesUrl from '#app/assets/scenes.svg?url'

/** Drawings on the home page and in articles, which should load with as few bytes as possible. */
const ART = {
	poster: [640, 760],
	desk: [320, 220],
	fork: [320, 220],
	stall: [320, 220],
	signpost: [340, 400],
	studio: [640, 360],
} as const

const SCENES = {
	house: [560, 620],
	trailhead: [640, 520],
	creator: [640, 480],
	analyst: [640, 480],
	affiliate: [640, 480],
	builder: [640, 480],
	crossroads: [560, 560],
	'summit-waiting': [640, 560],
	'summit-reached': [640, 560],
	'summit-turned': [640, 560],
	'six-ways': [480, 340],
	'summit-sign': [320, 240],
} as const

const SIZES = { ...ART, ...SCENES }

type ArtProps = {
	name: keyof typeof SIZES
	className?: string
	/** `preserveAspectRatio` of the picture. */
	align?: `x${'Mid' | 'Max'}Y${'Min' | 'Mid' | 'Max'} ${'meet' | 'slice'}`
	children?: ReactNode
}

/** Picture from an SVG sprite, in the theme's colors. Hidden from screen readers. */
export function SpritePicture({ name, className = '', align, children }: ArtProps) {
	const [width, height] = SIZES[name]
	return (
		<svg viewBox={`0 0 ${width} ${height}`} className={className} preserveAspectRatio={align} aria-hidden="true">
			<use href={`${name in ART ? artUrl : scenesUrl}#${name}`} width={width} height={height} />
			{children}
		</svg>
	)
}
