import { useEffect, useState } from 'react'

export const ROTATION_MS = 4000

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Steps through `count` items every four seconds. Pauses on hover and focus; with reduced motion it starts only on request. */
export function useRotation(count: number) {
	const [index, setIndex] = useState(0)
	const [isPlaying, setPlaying] = useState(true)
	const [isHeld, setHeld] = useState(false)

	useEffect(() => {
		if (prefersStillness()) setPlaying(false)
	}, [])

	useEffect(() => {
		if (!isPlaying || isHeld) return
		const timer = setTimeout(() => setIndex((index + 1) % count), ROTATION_MS)
		return () => clearTimeout(timer)
	}, [index, count, isPlaying, isHeld])

	const hold = {
		onMouseEnter: () => setHeld(true),
		onMouseLeave: () => setHeld(false),
		onFocus: () => setHeld(true),
		onBlur: () => setHeld(false),
	}
	return { index, pick: setIndex, isPlaying, toggle: () => setPlaying(!isPlaying), hold }
}
