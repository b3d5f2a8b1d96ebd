import { useEffect, useState } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import type { OrderList } from '#contracts/payments.ts'

import type { Entitlement } from './module-access.ts'

type Asked = { userId: string; entitlement: Entitlement }

/**
 * Whether the signed-in learner holds the course. Asks the server only where an answer is needed.
 * @param userId null for a visitor, who holds nothing
 */
export function useEntitlement(userId: string | null, isNeeded: boolean): Entitlement {
	const [asked, setAsked] = useState<Asked | null>(null)
	useEffect(() => {
		if (!isNeeded || userId === null) return
		const leaving = new AbortController()
		const keep = (entitlement: Entitlement) => leaving.signal.aborted || setAsked({ userId, entitlement })
		callApi<OrderList>('/api/orders', { signal: leaving.signal, isQuiet: true }).then(
			({ entitlements }) => keep(entitlements.length > 0 ? 'held' : 'missing'),
			() => keep('unknown'),
		)
		return () => leaving.abort()
	}, [userId, isNeeded])
	if (userId === null) return 'missing'
	return asked?.userId === userId ? asked.entitlement : 'asking'
}
