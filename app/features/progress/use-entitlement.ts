import { useOrderList } from '#app/lib/use-order-list.ts'
import { type GatedContent, opensModule } from '#domain/gating/course-contents.ts'

import type { Entitlement } from './use-module-gate.ts'

/**
 * Returns a function that looks up the learner's entitlement to a module or course.
 * @param userId null for a visitor, who has none
 * @param isNeeded false to skip the request; a signed-in learner's entitlement is then `asking`
 */
export function useEntitlement(userId: string | null, isNeeded: boolean): (module: GatedContent) => Entitlement {
	const list = useOrderList(userId, isNeeded)
	return (module) => {
		if (userId === null) return 'missing'
		if (list === undefined) return 'asking'
		if (list === null) return 'unknown'
		return opensModule(list.opens, module) ? 'held' : 'missing'
	}
}
