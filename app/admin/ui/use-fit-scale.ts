import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns the scale at which a page of this width fits into its container, at most 1. It is 1 without JavaScript, because
 * server-rendered pages have no inline styles.
 * @returns `place` is the ref of the container
 */
export function useFitScale(width: number) {
	const place = useRef<HTMLDivElement>(null)
	const [scale, setScale] = useState(1)
	// Before the first paint, so that a page never shows cropped.
	useLayoutEffect(() => {
		const own = place.current
		if (!own) return
		const fit = () => setScale(Math.min(1, own.clientWidth / width))
		fit()
		const observer = new ResizeObserver(fit)
		observer.observe(own)
		return () => observer.disconnect()
	}, [width])
	return { place, scale }
}
