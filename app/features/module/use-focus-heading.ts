import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the section's heading when the section changes, so that keyboard and screen reader go on at its top. */
export function useFocusHeading(index: number) {
	const heading = useRef<HTMLHeadingElement>(null)
	const last = useRef(index)
	// The page as it was opened, at whatever section: nobody has moved yet.
	const isArrival = useLocation().key === 'default'
	useEffect(() => {
		if (last.current === index) return
		last.current = index
		if (!isArrival) heading.current?.focus({ preventScroll: true })
	}, [index, isArrival])
	return heading
}
