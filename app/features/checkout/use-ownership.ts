import { useEffect, useState } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import { cacheOwnership, useOwnedForGoodSince } from '#app/lib/owned-course.ts'
import type { OrderList } from '#contracts/payments.ts'

/**
 * Returns when the learner bought the course for good, or null: the stored date at first, then the server's. `list`: the
 * server's response.
 * @param userId null for a visitor, who causes no request
 */
export function useOwnership(userId: string | null): { ownedSince: string | null; list: OrderList | null } {
	const [known, setKnown] = useState<{ userId: string; list: OrderList }>()
	useEffect(() => {
		if (userId === null) return
		const leaving = new AbortController()
		callApi<OrderList>('/api/orders', { signal: leaving.signal }).then(
			(list) => {
				if (leaving.signal.aborted) return
				cacheOwnership(userId, list)
				setKnown({ userId, list })
			},
			// If the request fails, the stored value is kept.
			() => undefined,
		)
		return () => leaving.abort()
	}, [userId])
	return { ownedSince: useOwnedForGoodSince(), list: known?.userId === userId ? known.list : null }
}
