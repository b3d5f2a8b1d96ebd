import { checkLessonAccess } from '#domain/gating/check-lesson-access.ts'
import { keysOf, MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { findVerifiedEmail, readAccessState } from '#server/services/learning/entitlements/entitlements.ts'

import { describeStep, type StepWords, type Study } from './read-study.ts'

export type MayRemind =
	| { ok: true; to: string; step: StepWords }
	/** Reminders end: nothing is left to remind of, or access has ended. */
	| { ok: false; ends: 'course-done' | 'access-ended' }
	/** There is no reminder for now, such as while a dispute is open or the next module is closed. */
	| { ok: false; ends: null }

async function isShutOut(db: Db | Tx, userId: string, now: Date): Promise<boolean> {
	const user = await db.selectFrom('auth.users').select('banned_until').where('id', '=', userId).executeTakeFirst()
	if (!user || isBanned(user, now)) return true
	const erasure = db.selectFrom('privacy_requests').select('id').where('user_id', '=', userId).where('kind', '=', 'erase')
	return (await erasure.where('answered_at', 'is', null).executeTakeFirst()) !== undefined
}

/**
 * Returns the address and the next section of a learner who may be reminded now; otherwise the reason why reminders end, if they
 * do.
 */
export async function mayRemind(
	{ accessPolicy, now, content }: Pick<ServiceContext, 'accessPolicy' | 'now' | 'content'>,
	db: Db | Tx,
	{ userId, study: { next, facts } }: { userId: string; study: Study },
): Promise<MayRemind> {
	if (next === null) return { ok: false, ends: 'course-done' }
	const module = content.findGatedModule(next.moduleId)
	const [access, to] = [await readAccessState(db, userId, module ? keysOf(module) : MAIN_CONTENTS), await findVerifiedEmail(db, userId)]
	if (access === 'ended') return { ok: false, ends: 'access-ended' }
	const completed = completedModules(facts.map(({ changedAtMs: changedAt, ...fact }) => ({ ...fact, changedAt })))
	const isOpen = module !== null && checkLessonAccess(module, { completed, hasEntitlement: access === 'active' }, accessPolicy).allowed
	if (access === 'suspended' || to === null || !isOpen || (await isShutOut(db, userId, now()))) return { ok: false, ends: null }
	return { ok: true, to, step: describeStep(content, next) }
}
