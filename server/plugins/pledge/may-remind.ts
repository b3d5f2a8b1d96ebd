import { checkLessonAccess } from '#domain/gating/check-lesson-access.ts'
import { keysOf, MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'
import { readAccessState } from '#server/services/learning/entitlements/read-access-state.ts'

import { describeStep, type StepWords, type Study } from './read-study.ts'

export type MayRemind =
	| { ok: true; to: string; step: StepWords }
	/** There is nothing left to remind of, or access has ended: the reminders end. */
	| { ok: false; ends: 'course-done' | 'access-ended' }
	/**
	 * No reminder for now: a dispute is open, the account is banned or about to be deleted, the next module is closed, or no
	 * address is verified.
	 */
	| { ok: false; ends: null }

/** True if the account is banned or about to be deleted. */
async function isShutOut(db: Db | Tx, userId: string, now: Date): Promise<boolean> {
	const user = await db.selectFrom('auth.users').select('banned_until').where('id', '=', userId).executeTakeFirst()
	if (!user || isBanned(user, now)) return true
	const erasure = db.selectFrom('privacy_requests').select('id').where('user_id', '=', userId).where('kind', '=', 'erase')
	return (await erasure.where('answered_at', 'is', null).executeTakeFirst()) !== undefined
}

/**
 * Checks if a learner may be reminded of the next section now, and returns the address and the section; otherwise the reason why
 * reminders end, if they do.
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
