import { useUserId } from '#app/lib/stored-session.ts'
import { type AccessPolicy, checkLessonAccess, needsPurchase } from '#domain/gating/check-lesson-access.ts'
import { findModule, type GatedModule } from '#domain/gating/check-module-access.ts'

import { useProgress } from './progress-store.ts'
import { useEntitlement } from './use-entitlement.ts'

/** `homes`: the course's modules, including the career path. */
export type CourseAccess = { policy: AccessPolicy; homes: readonly GatedModule[] }

/**
 * Returns a function that says if the learner may read a module's lessons, as far as the browser knows: only an entitlement known to be
 * missing counts as missing. The server decides when a lesson is requested.
 */
export function useMayRead({ policy, homes }: CourseAccess): (moduleId: number) => boolean {
	const { completed } = useProgress()
	const userId = useUserId()
	const entitlementOf = useEntitlement(
		userId,
		homes.some((home) => needsPurchase(home, policy)),
	)
	return (moduleId) => {
		const home = findModule(homes, moduleId)
		return home !== null && checkLessonAccess(home, { completed, hasEntitlement: entitlementOf(home) !== 'missing' }, policy).allowed
	}
}
