import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the section's heading when the section changes, so that keyboards and screen readers start at its top. */
export function useFocusHeading(index: number) {
	const heading = useRef<HTMLHeadingElement>(null)
	const last = useRef(index)
	// The first page of the visit, at any section: nobody has navigated yet.
	const isArrival = useLocation().key === 'default'
	useEffect(() => {
		if (last.current === index) return
		last.current = index
		if (!isArrival) heading.current?.focus({ preventScroll: true })
	}, [index, isArrival])
	return heading
}
