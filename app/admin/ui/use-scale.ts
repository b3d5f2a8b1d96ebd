import { useEffect, useRef, useState } from 'react'

/**
 * Returns the scale at which a page of this width fits into its container, at most 1. It is 1 without JavaScript, because
 * server-rendered pages have no inline styles.
 * @returns `place` is the ref of the container
 */
export function useFitScale(width: number) {
	const place = useRef<HTMLDivElement>(null)
	const [scale, setScale] = useState(1)
	useEffect(() => {
		const own = place.current
		if (!own) return
		const observer = new ResizeObserver(() => setScale(Math.min(1, own.clientWidth / width)))
		observer.observe(own)
		return () => observer.disconnect()
	}, [width])
	return { place, scale }
}
