import { useEffect, useRef } from 'react'

import drawings from '#app/assets/welcome.svg?raw'
import { Drawing } from '#app/ui/raw-html.tsx'

import { playPicture } from './play-picture.ts'

/** Scenes in the order of the welcome's parts. They repeat if there are more parts than scenes. */
const SCENES = [...drawings.matchAll(/<symbol [^>]*>([\s\S]*?)<\/symbol>/g)].map(([, shapes = '']) => shapes)

/** Renders the picture of a welcome part, animated once when the part opens, for at most three seconds. */
export function WelcomePicture({ part }: { part: number }) {
	const frame = useRef<SVGSVGElement>(null)
	useEffect(() => (frame.current ? playPicture(frame.current) : undefined), [part])
	return <Drawing key={part} ref={frame} viewBox="0 0 320 140" className="size-full" shapes={SCENES[part % SCENES.length] ?? ''} />
}
