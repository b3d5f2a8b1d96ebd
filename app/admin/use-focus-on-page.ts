import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the content after client-side navigation, as a document load would, so screen readers start there. */
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
