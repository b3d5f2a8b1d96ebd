import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the section's heading when the section changes, so that keyboards and screen readers start at its top. */
export function useFocusHeading(index: number) {
	const heading = useRef<HTMLHeadingElement>(null)
	const last = useRef(index)
	const { key, hash } = useLocation()
	// No focus change on the first page of a visit, or if the URL's hash targets something in the section, which gets the focus
	// instead.
	const isElsewhere = key === 'default' || hash !== ''
	useEffect(() => {
		if (last.current === index) return
		last.current = index
		if (!isElsewhere) heading.current?.focus({ preventScroll: true })
	}, [index, isElsewhere])
	return heading
}
