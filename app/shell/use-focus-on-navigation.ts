import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves focus to the new page's heading after client-side navigation, so that keyboards and screen readers start at its top. */
export function useFocusOnNavigation(): void {
	const { pathname } = useLocation()
	const last = useRef(pathname)
	useEffect(() => {
		if (last.current === pathname) return
		last.current = pathname
		const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
		if (!heading) return
		heading.tabIndex = -1
		heading.focus({ preventScroll: true })
	}, [pathname])
}
