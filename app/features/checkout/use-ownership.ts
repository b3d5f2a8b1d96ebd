import { useEffect } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import { cacheOwnership, useOwnedForGoodSince } from '#app/lib/owned-course.ts'
import type { OrderList } from '#contracts/payments.ts'

/**
 * Returns when the learner bought the course for good, or null: the stored date at first, then the server's.
 * @param userId null for a visitor, who causes no request
 */
export function useOwnership(userId: string | null): string | null {
	useEffect(() => {
		if (userId === null) return
		const leaving = new AbortController()
		callApi<OrderList>('/api/orders', { signal: leaving.signal }).then(
			(list) => leaving.signal.aborted || cacheOwnership(userId, list),
			// If the request fails, the stored value is kept.
			() => undefined,
		)
		return () => leaving.abort()
	}, [userId])
	return useOwnedForGoodSince()
}
