import { findGatedModule } from '#content/course-order.server.ts'
import { checkLessonAccess } from '#domain/gating/check-lesson-access.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'
import { readAccessState } from '#server/services/learning/entitlements/read-access-state.ts'

import { describeStep, type StepWords, type Study } from './read-study.ts'

export type MayRemind =
	| { ok: true; to: string; step: StepWords }
	/** Nothing is left to remind of, or it is not theirs any more: reminders end. */
	| { ok: false; ends: 'course-done' | 'access-ended' }
	/** Not now: a dispute is open, the next module is not open to them, or no address is proven. */
	| { ok: false; ends: null }

/** Whether a learner may be reminded of the next section now, at which address and of what. */
export async function mayRemind(
	{ accessPolicy }: Pick<ServiceContext, 'accessPolicy'>,
	db: Db | Tx,
	{ userId, study: { next, facts } }: { userId: string; study: Study },
): Promise<MayRemind> {
	if (next === null) return { ok: false, ends: 'course-done' }
	const [access, to] = [await readAccessState(db, userId), await findVerifiedEmail(db, userId)]
	if (access === 'ended') return { ok: false, ends: 'access-ended' }
	const module = findGatedModule(next.moduleId)
	const completed = completedModules(facts.map(({ changedAtMs: changedAt, ...fact }) => ({ ...fact, changedAt })))
	const isOpen = module !== null && checkLessonAccess(module, { completed, hasEntitlement: access === 'active' }, accessPolicy).allowed
	return access === 'suspended' || to === null || !isOpen ? { ok: false, ends: null } : { ok: true, to, step: describeStep(next) }
}
