import { useEffect, useRef } from 'react'

/** Moves focus to the section's heading when the section changes, so that keyboard and screen reader go on at its top. */
export function useFocusHeading(index: number) {
	const heading = useRef<HTMLHeadingElement>(null)
	const last = useRef(index)
	useEffect(() => {
		if (last.current === index) return
		last.current = index
		heading.current?.focus({ preventScroll: true })
	}, [index])
	return heading
}
