import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { onSessionChange, readUserId } from '#app/lib/stored-session.ts'

/**
 * Sends records that an earlier page or visit couldn't send, whenever a learner opens a page. The code for it is loaded after the
 * page.
 */
export function usePendingRecords(): void {
	const userId = useSyncExternalStore(onSessionChange, readUserId, () => null)
	const { pathname } = useLocation()
	useEffect(() => {
		if (userId !== null) void import('./pending-records.ts').then(({ sendPendingRecords }) => sendPendingRecords(), ignore)
	}, [userId, pathname])
}

/** Offline without cached code: the next page tries again. */
const ignore = () => {}
