import { localClock, localDay } from '#domain/pledge/local-clock.ts'
import { eveningOn, nextReminder } from '#domain/pledge/next-evening.ts'
import { weekRecords } from '#domain/pledge/study-record.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { mayRemind } from './may-remind.ts'
import { endReminders, findPledge, type PledgeRow, toPledge } from './pledge-rows.ts'
import { readStudy } from './read-study.ts'
import { REMINDER, reminderMail, stopUrl } from './reminder-mail.ts'
import { stopToken } from './stop-reminders.ts'

/** So many mean that something is wrong with more than one pledge; the next run tries again. */
const MOST_FAILURES = 20
/** More wait for the next run. */
const MOST_AT_ONCE = 2000

const KEY = 'pledge-reminder'
const toKey = (userId: string, day: string) => `${KEY}:${userId}:${day}`
function fromKey(key: string | null): { userId: string; day: string } | null {
	const [kind, userId, day] = key?.split(':') ?? []
	return kind === KEY && userId && day ? { userId, day } : null
}

/** @returns whether a mail was written */
async function write(ctx: ServiceContext, tx: Tx, row: PledgeRow & { remind_at: Date }): Promise<boolean> {
	const pledge = toPledge(row)
	const nowMs = ctx.now().getTime()
	const study = await readStudy(tx, row.user_id)
	const may = await mayRemind(ctx, tx, { userId: row.user_id, study })
	if (!may.ok) {
		if (may.ends) await endReminders(tx, row, may.ends)
		return false
	}
	const day = localDay(localClock(pledge.zone), row.remind_at.getTime())
	const evening = eveningOn(pledge, day)
	// The server was away for too long: a reminder of a past evening helps nobody.
	if (!evening || evening.startsAtMs <= nowMs) return false
	const [week] = weekRecords(study, { pledge, since: row.since, nowMs, weeks: 1 })
	const mail = reminderMail(ctx.config, {
		step: may.step,
		minuteOfDay: pledge.minuteOfDay,
		week: { passed: week?.passed ?? 0, goal: pledge.weeklyGoal },
		stopUrl: stopUrl(ctx.config, await stopToken(ctx, row.id)),
	})
	// Its key makes it one for each evening, also where the time was changed after it was sent.
	return (await enqueueMessage(ctx, tx, { channel: 'email', to: may.to, ...mail, dedupeKey: toKey(row.user_id, day) })) !== null
}

/** Under the row's lock, and with the next time in the same transaction as the mail: a kill leaves both or neither. */
const remindOne = (ctx: ServiceContext, userId: string): Promise<boolean> =>
	inTransaction(ctx.db, async (tx) => {
		const row = await tx.selectFrom('pledges').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()
		const now = ctx.now()
		if (!row?.remind_at || row.remind_at > now) return false
		const isWritten = await write(ctx, tx, { ...row, remind_at: row.remind_at })
		await tx
			.updateTable('pledges')
			.set({ remind_at: new Date(nextReminder(toPledge(row), now.getTime()).remindsAtMs) })
			.where('user_id', '=', userId)
			.where('reminds', '=', true)
			.execute()
		return isWritten
	})

/**
 * Writes the reminders that are due; one that fails does not keep the others waiting.
 * @returns how many
 * @throws the first failure, when the others are written
 */
export async function remindLearners(ctx: ServiceContext): Promise<number> {
	// Before the transactions: a key that is loaded inside one waits for another connection.
	await loadSecrets(ctx)
	const due = await ctx.db
		.selectFrom('pledges')
		.select('user_id')
		.where('remind_at', '<=', ctx.now())
		.orderBy('remind_at')
		.limit(MOST_AT_ONCE)
		.execute()
	const failures: unknown[] = []
	let written = 0
	for (const { user_id: userId } of due)
		try {
			if (await remindOne(ctx, userId)) written += 1
		} catch (error) {
			failures.push(error)
			if (failures.length >= MOST_FAILURES) break
		}
	if (failures.length > 0) throw failures[0]
	return written
}

type Written = { template: string; to: string; dedupeKey: string | null }

/** Why a reminder that was written must no longer be sent: everything it was written for is read again. Null when it may be. */
export async function whyNotSend(ctx: ServiceContext, tx: Tx, { template, to, dedupeKey }: Written): Promise<string | null> {
	if (template !== REMINDER) return null
	const named = fromKey(dedupeKey)
	const row = named && (await findPledge(tx, named.userId))
	if (!named || !row?.reminds) return 'reminder-not-wanted'
	const evening = eveningOn(toPledge(row), named.day)
	if (!evening) return 'evening-not-planned'
	if (evening.startsAtMs <= ctx.now().getTime()) return 'evening-begun'
	const may = await mayRemind(ctx, tx, { userId: row.user_id, study: await readStudy(tx, row.user_id) })
	return may.ok && may.to.toLowerCase() === to.toLowerCase() ? null : 'reminder-not-due'
}
