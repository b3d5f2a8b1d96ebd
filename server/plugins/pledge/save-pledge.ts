import type { SavePledgeRequest, PledgeResponse, SupporterEnded } from '#contracts/pledge.ts'
import { nextEvening, nextReminder } from '#domain/pledge/next-evening.ts'
import { formatMinute, parseMinute, type Pledge, normalizeEvenings } from '#domain/pledge/pledge.ts'
import { weekRecords } from '#domain/pledge/study-record.ts'
import { firstCountedDay } from '#domain/pledge/write-calendar.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { findPledge, findSupporter, type PledgeRow, type SupporterRow, pledgeOfRow } from './pledge-rows.ts'
import { describeStep, readStudyRecord, type LearnerStudy } from './read-study.ts'
import { decideReminder, pledgeIdOf } from './remind.ts'

const SHOWN_WEEKS = 8

type Known = { row: PledgeRow; supporter: SupporterRow | undefined; study: LearnerStudy }

function toPledgeResponse({ row, supporter, study }: Known, now: Date): NonNullable<PledgeResponse['pledge']> {
	const pledge = pledgeOfRow(row)
	const nowMs = now.getTime()
	return {
		evenings: [...pledge.evenings],
		time: formatMinute(pledge.minuteOfDay),
		zone: pledge.zone,
		weeklyGoal: pledge.weeklyGoal,
		reminds: row.reminds,
		remindersEnded: row.reminders_ended,
		feedSince: row.feed_made_at?.toISOString() ?? null,
		supporter: supporter
			? {
					email: supporter.email,
					askedAt: supporter.asked_at.toISOString(),
					agreedAt: supporter.agreed_at?.toISOString() ?? null,
					nextLineAt: supporter.line_at?.toISOString() ?? null,
				}
			: null,
		supporterEnded: row.supporter_ended as SupporterEnded | null,
		nextEveningAt: new Date(nextEvening(pledge, nowMs).startsAtMs).toISOString(),
		nextReminderAt: row.remind_at?.toISOString() ?? null,
		weeks: weekRecords(study, { pledge, since: row.since, nowMs, weeks: SHOWN_WEEKS }),
	}
}

/** Returns the caller's pledge, the progress of the last weeks, and the next section. */
export async function readPledge(ctx: ServiceContext): Promise<PledgeResponse> {
	const userId = requireLearnerId(ctx)
	const row = await findPledge(ctx.db, userId)
	const study = await readStudyRecord(ctx.content, ctx.db, userId)
	const step = study.next && describeStep(ctx.content, study.next)
	return {
		pledge: row ? toPledgeResponse({ row, study, supporter: await findSupporter(ctx.db, userId) }, ctx.now()) : null,
		email: await findVerifiedEmail(ctx.db, userId),
		next: step && { title: step.title, href: step.href },
	}
}

type Reminders = Pick<PledgeRow, 'reminds' | 'remind_at' | 'reminders_ended'>

/**
 * Plans the reminders of a pledge.
 * @throws ServiceError email_not_confirmed (422) if the account has no verified address
 */
async function planReminders(ctx: ServiceContext, tx: Tx, { userId, pledge }: { userId: string; pledge: Pledge }): Promise<Reminders> {
	if ((await findVerifiedEmail(tx, userId)) === null)
		throw new ServiceError('unprocessable', 'email_not_confirmed', 'Confirm your email address first.')
	const decision = await decideReminder(ctx, tx, { userId, study: await readStudyRecord(ctx.content, tx, userId) })
	if (!decision.ok && decision.ends) return { reminds: false, remind_at: null, reminders_ended: decision.ends }
	return { reminds: true, remind_at: new Date(nextReminder(pledge, ctx.now().getTime()).remindsAtMs), reminders_ended: null }
}

const REMINDERS_OFF: Reminders = { reminds: false, remind_at: null, reminders_ended: null }

/**
 * Saves the pledge. If today's reminder time has passed, the next reminder is on the next planned evening. Reminders stay off while there
 * is nothing to study; the response says why.
 * @throws ServiceError `pledge_changed` (409) if the page showed reminders as on, but they have been stopped since; `email_not_confirmed`
 * (422)
 */
export async function savePledge(ctx: ServiceContext, request: SavePledgeRequest): Promise<PledgeResponse> {
	const userId = requireLearnerId(ctx)
	const id = await pledgeIdOf(ctx, userId)
	const pledge: Pledge = { ...request, evenings: normalizeEvenings(request.evenings), minuteOfDay: parseMinute(request.time) ?? 0 }
	await inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		const existing = await findPledge(tx, userId)
		// If an emailed link stopped the reminders, a page that was opened earlier still shows them as on.
		if (request.reminds && request.remindsShown && !existing?.reminds) {
			const message = 'Your pledge has changed since you opened this page. Please reload it and try again.'
			throw new ServiceError('conflict', 'pledge_changed', message)
		}
		const isSamePlan = existing?.zone === pledge.zone && existing.evenings.join() === pledge.evenings.join()
		const row = {
			evenings: [...pledge.evenings],
			minute_of_day: pledge.minuteOfDay,
			zone: pledge.zone,
			weekly_goal: pledge.weeklyGoal,
			since: existing && isSamePlan ? existing.since : firstCountedDay(pledge.zone, ctx.now().getTime()),
			...(request.reminds ? await planReminders(ctx, tx, { userId, pledge }) : REMINDERS_OFF),
			changed_at: ctx.now(),
		}
		await tx
			.insertInto('pledges')
			.values({ user_id: userId, id, ...row })
			.onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
			.execute()
	})
	return readPledge(ctx)
}

/** Deletes the caller's pledge with its calendar and reminders. Idempotent. */
export async function endPledge(ctx: ServiceContext): Promise<PledgeResponse> {
	await ctx.db.deleteFrom('pledges').where('user_id', '=', requireLearnerId(ctx)).execute()
	return readPledge(ctx)
}
