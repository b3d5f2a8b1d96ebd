import { useEffect, useState } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import type { OrderList } from '#contracts/payments.ts'
import { type CourseContents, type GatedContent, opensModule } from '#domain/gating/course-contents.ts'

import type { Entitlement } from './use-module-gate.ts'

type KnownEntitlement = { userId: string; opens: CourseContents | null }

/**
 * Returns a function that looks up the learner's entitlement to a module or course.
 * @param userId null for a visitor, who has none
 * @param isNeeded false to skip the request; a signed-in learner's entitlement is then `asking`
 */
export function useEntitlement(userId: string | null, isNeeded: boolean): (module: GatedContent) => Entitlement {
	const [known, setKnown] = useState<KnownEntitlement | null>(null)
	useEffect(() => {
		if (!isNeeded || userId === null) return
		const leaving = new AbortController()
		const keep = (opens: CourseContents | null) => leaving.signal.aborted || setKnown({ userId, opens })
		callApi<OrderList>('/api/orders', { signal: leaving.signal, isQuiet: true }).then(
			({ opens }) => keep(opens),
			() => keep(null),
		)
		return () => leaving.abort()
	}, [userId, isNeeded])
	return (module) => {
		if (userId === null) return 'missing'
		if (known?.userId !== userId) return 'asking'
		if (known.opens === null) return 'unknown'
		return opensModule(known.opens, module) ? 'held' : 'missing'
	}
}
