import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

import { useUserId } from '#app/lib/stored-session.ts'

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

/** Sends unsent records from earlier pages and visits. Its code is loaded after the page. */
export function usePendingRecords(): void {
	const userId = useUserId()
	const { pathname } = useLocation()
	useEffect(() => {
		if (userId !== null) void import('./pending-records.ts').then(({ sendPendingRecords }) => sendPendingRecords(), ignore)
	}, [userId, pathname])
}

/** The code couldn't be loaded, for example offline; the next page tries again. */
const ignore = () => {}
