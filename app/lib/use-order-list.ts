import { useEffect, useState } from 'react'

import type { OrderList } from '#contracts/payments.ts'

import { callApi } from './own-api.ts'

/**
 * Loads a learner's orders, without asking for a second factor.
 * @param userId null for a visitor, who causes no request
 * @param isNeeded false to skip the request
 * @returns undefined until the answer, null if the request failed
 */
export function useOrderList(userId: string | null, isNeeded = true): OrderList | null | undefined {
	const [known, setKnown] = useState<{ userId: string; list: OrderList | null }>()
	useEffect(() => {
		if (!isNeeded || userId === null) return
		const leaving = new AbortController()
		const keep = (list: OrderList | null) => leaving.signal.aborted || setKnown({ userId, list })
		callApi<OrderList>('/api/orders', { signal: leaving.signal, isQuiet: true }).then(keep, () => keep(null))
		return () => leaving.abort()
	}, [userId, isNeeded])
	return known?.userId === userId ? known?.list : undefined
}
