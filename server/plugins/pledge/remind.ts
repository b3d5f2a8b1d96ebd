import { localClock, localDay } from '#domain/clock/local-clock.ts'
import { checkLessonAccess } from '#domain/gating/check-lesson-access.ts'
import { contentsThatOpen, MAIN_CONTENTS } from '#domain/gating/course-contents.ts'
import { plannedEveningOn, nextReminder } from '#domain/pledge/next-evening.ts'
import { weekRecords } from '#domain/pledge/study-record.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned } from '#server/services/identity/accounts/user-record.ts'
import { findVerifiedEmail, readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { keyedHash, loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { REMINDER_TEMPLATE, reminderMail, stopRemindersUrl } from './pledge-mails.ts'
import { endReminders, findPledge, type PledgeRow, pledgeOfRow } from './pledge-rows.ts'
import { describeStep, readStudyRecord, type StepTexts, type LearnerStudy } from './read-study.ts'
import { type RowOutcome, processDueInBatches, latestPlausibleTime } from './send-in-batches.ts'
import { readSignedLink, signLink } from './signed-link.ts'

export type ReminderDecision =
	| { ok: true; to: string; step: StepTexts }
	/** Reminders end, because there is nothing left to remind of, or access has ended. */
	| { ok: false; ends: 'course-done' | 'access-ended' }
	/** There is no reminder now, such as during a dispute or while the next module is closed. Later ones may follow. */
	| { ok: false; ends: null }

async function isShutOut(db: Db | Tx, userId: string, now: Date): Promise<boolean> {
	const user = await db.selectFrom('auth.users').select('banned_until').where('id', '=', userId).executeTakeFirst()
	if (!user || isBanned(user, now)) return true
	const erasure = db.selectFrom('privacy_requests').select('id').where('user_id', '=', userId).where('kind', '=', 'erase')
	return (await erasure.where('answered_at', 'is', null).executeTakeFirst()) !== undefined
}

/** Returns the address and the next section of a learner who may be reminded now; otherwise why reminders end, if they do. */
export async function decideReminder(
	{ accessPolicy, now, content }: Pick<ServiceContext, 'accessPolicy' | 'now' | 'content'>,
	db: Db | Tx,
	{ userId, study: { next, facts } }: { userId: string; study: LearnerStudy },
): Promise<ReminderDecision> {
	if (next === null) return { ok: false, ends: 'course-done' }
	const module = content.findGatedModule(next.moduleId)
	const [access, to] = [
		await readAccessState(db, userId, module ? contentsThatOpen(module) : MAIN_CONTENTS),
		await findVerifiedEmail(db, userId),
	]
	if (access === 'ended') return { ok: false, ends: 'access-ended' }
	const completed = completedModules(facts.map(({ changedAtMs: changedAt, ...fact }) => ({ ...fact, changedAt })))
	const isOpen = module !== null && checkLessonAccess(module, { completed, hasEntitlement: access === 'active' }, accessPolicy).allowed
	if (access === 'suspended' || to === null || !isOpen || (await isShutOut(db, userId, now()))) return { ok: false, ends: null }
	return { ok: true, to, step: describeStep(content, next) }
}

const KEY = 'pledge-reminder'
const toKey = (userId: string, day: string) => `${KEY}:${userId}:${day}`
function fromKey(key: string | null): { userId: string; day: string } | null {
	const [kind, userId, day] = key?.split(':') ?? []
	return kind === KEY && userId && day ? { userId, day } : null
}

async function writeReminder(ctx: ServiceContext, tx: Tx, row: PledgeRow & { remind_at: Date }): Promise<RowOutcome> {
	const pledge = pledgeOfRow(row)
	const nowMs = ctx.now().getTime()
	const study = await readStudyRecord(ctx.content, tx, row.user_id)
	const decision = await decideReminder(ctx, tx, { userId: row.user_id, study })
	if (!decision.ok) {
		if (decision.ends) await endReminders(tx, row, decision.ends)
		return 'none'
	}
	const day = localDay(localClock(pledge.zone), row.remind_at.getTime())
	const evening = plannedEveningOn(pledge, day)
	if (!evening) return 'none'
	if (evening.sendsUntilMs <= nowMs) return 'late'
	const [week] = weekRecords(study, { pledge, since: row.since, nowMs, weeks: 1 })
	const mail = reminderMail(ctx.content, ctx.config, {
		step: decision.step,
		minuteOfDay: pledge.minuteOfDay,
		week: { passed: week?.passed ?? 0, goal: pledge.weeklyGoal },
		stopUrl: stopRemindersUrl(ctx.config, await signLink(ctx, 'pledge-reminders', row.id)),
	})
	// The deduplication key allows one reminder per evening, even if its time is changed after it was sent.
	const message = { to: decision.to, ...mail, dedupeKey: toKey(row.user_id, day) }
	return (await enqueueMessage(ctx, tx, message)) === null ? 'none' : 'written'
}

/** Queues a reminder and plans the next one in one transaction: a killed process leaves both or neither. */
const remindOne = (ctx: ServiceContext, userId: string): Promise<RowOutcome> =>
	inTransaction(ctx.db, async (tx) => {
		const row = await tx.selectFrom('pledges').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()
		const now = ctx.now()
		if (!row?.remind_at) return 'none'
		const isTooFar = row.remind_at > latestPlausibleTime(now)
		if (row.remind_at > now && !isTooFar) return 'none'
		const outcome = isTooFar ? 'none' : await writeReminder(ctx, tx, { ...row, remind_at: row.remind_at })
		await tx
			.updateTable('pledges')
			.set({ remind_at: new Date(nextReminder(pledgeOfRow(row), now.getTime()).remindsAtMs) })
			.where('user_id', '=', userId)
			.where('reminds', '=', true)
			.execute()
		return outcome
	})

/**
 * Sends due reminders.
 * @returns the number of queued reminders
 * @throws as processDueInBatches
 */
export async function remindLearners(ctx: ServiceContext, options: { batch?: number } = {}): Promise<number> {
	// Load keys first: a transaction that loaded one would need a second connection.
	await loadSecrets(ctx)
	return processDueInBatches(ctx, {
		what: 'reminders',
		planned: { table: 'pledges', column: 'remind_at' },
		write: (userId) => remindOne(ctx, userId),
		...options,
	})
}

type Written = { template: string; to: string; dedupeKey: string | null }

/**
 * Returns why a queued reminder must no longer be sent; null if it may be sent, and for all other emails. Rereads the pledge, the
 * progress and the access.
 */
export async function findReminderBlocker(ctx: ServiceContext, tx: Tx, { template, to, dedupeKey }: Written): Promise<string | null> {
	if (template !== REMINDER_TEMPLATE) return null
	const parsed = fromKey(dedupeKey)
	const row = parsed && (await findPledge(tx, parsed.userId))
	if (!parsed || !row?.reminds) return 'reminder-not-wanted'
	const evening = plannedEveningOn(pledgeOfRow(row), parsed.day)
	if (!evening) return 'evening-not-planned'
	const nowMs = ctx.now().getTime()
	if (evening.startsAtMs <= nowMs) return 'evening-begun'
	if (evening.sendsUntilMs <= nowMs) return 'too-late-in-the-evening'
	const decision = await decideReminder(ctx, tx, { userId: row.user_id, study: await readStudyRecord(ctx.content, tx, row.user_id) })
	return decision.ok && decision.to.toLowerCase() === to.toLowerCase() ? null : 'reminder-not-due'
}

const HEX = 16
/**
 * Returns a learner's pledge ID, a UUID of version 8 (RFC 9562). It stays the same after ending and renewing a pledge, so that
 * links in earlier emails still stop its reminders. Doesn't reveal the learner.
 */
export async function pledgeIdOf(ctx: ServiceContext, userId: string): Promise<string> {
	const hex = (await keyedHash(ctx, 'newsletter', ['pledge-id', userId])).toString('hex')
	const variant = ((Number.parseInt(hex[16] ?? '0', HEX) & 3) | 8).toString(HEX)
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Stops the reminders of a pledge. Idempotent, even if the pledge no longer exists.
 * @returns `unknown` if the token isn't ours
 */
export async function stopReminders(ctx: ServiceContext, token: string): Promise<'done' | 'unknown'> {
	const id = await readSignedLink(ctx, 'pledge-reminders', token)
	if (id === null) return 'unknown'
	await endReminders(ctx.db, { id }, 'unsubscribed')
	return 'done'
}
