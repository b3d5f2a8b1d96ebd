import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the content after a navigation by script, as a new document would, so that a screen reader begins there. */
export function useFocusOnPage() {
	const { pathname } = useLocation()
	const content = useRef<HTMLElement>(null)
	const shown = useRef(pathname)
	useEffect(() => {
		if (shown.current === pathname) return
		shown.current = pathname
		content.current?.focus()
	}, [pathname])
	return content
}
