import { weekRecords } from '#domain/pledge/study-record.ts'
import { canAgree, countKeptEvenings, MAX_SUPPORTER_UPDATE_DELAY_MS, nextSupporterUpdateAt } from '#domain/pledge/supporter.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { supporterUpdateMail, SUPPORTER_INVITATION_TEMPLATE, SUPPORTER_UPDATE_TEMPLATE, supportUrl } from './pledge-mails.ts'
import {
	findPledge,
	findSupporter,
	lockSupporter,
	mailKey,
	type PledgeRow,
	readLearnerName,
	readMailKey,
	removeSupporter,
	type SupporterRow,
	pledgeOfRow,
} from './pledge-rows.ts'
import { readStudyRecord } from './read-study.ts'
import { decideReminder } from './remind.ts'
import { processDueInBatches, type RowOutcome, latestPlausibleTime } from './send-in-batches.ts'
import { signLink } from './signed-link.ts'

type Support = { supporter: SupporterRow & { line_at: Date }; pledge: PledgeRow }

async function queueUpdate(ctx: ServiceContext, tx: Tx, { supporter, pledge: row }: Support): Promise<RowOutcome> {
	const { user_id: userId, line_at: lineAt } = supporter
	const study = await readStudyRecord(ctx.content, tx, userId)
	const decision = await decideReminder(ctx, tx, { userId, study })
	if (!decision.ok) {
		if (decision.ends) await removeSupporter(tx, userId, decision.ends)
		return 'none'
	}
	if (ctx.now().getTime() >= lineAt.getTime() + MAX_SUPPORTER_UPDATE_DELAY_MS) return 'late'
	const [week] = weekRecords(study, { pledge: pledgeOfRow(row), since: row.since, nowMs: lineAt.getTime(), weeks: 2 })
	const { kept, planned } = week ? countKeptEvenings(week) : { kept: 0, planned: 0 }
	if (!week || planned === 0) return 'none'
	const endUrl = supportUrl(ctx.config, 'unsupport', await signLink(ctx, 'supporter-end', supporter.id))
	const mail = supporterUpdateMail(ctx.content, ctx.config, { name: await readLearnerName(tx, userId), kept, planned, endUrl })
	const message = { to: supporter.email, ...mail, dedupeKey: mailKey('line', supporter, week.week) }
	return (await enqueueMessage(ctx, tx, message)) === null ? 'none' : 'written'
}

const queueOne = (ctx: ServiceContext, userId: string): Promise<RowOutcome> =>
	inTransaction(ctx.db, async (tx) => {
		const supporter = await lockSupporter(tx, { userId })
		const pledge = await findPledge(tx, userId)
		const now = ctx.now()
		if (!supporter?.line_at || !pledge) return 'none'
		const isTooFar = supporter.line_at > latestPlausibleTime(now)
		if (supporter.line_at > now && !isTooFar) return 'none'
		const outcome = isTooFar ? 'none' : await queueUpdate(ctx, tx, { supporter: { ...supporter, line_at: supporter.line_at }, pledge })
		await tx
			.updateTable('pledge_supporters')
			.set({ line_at: new Date(nextSupporterUpdateAt(pledge.zone, now.getTime())) })
			.where('user_id', '=', userId)
			.execute()
		return outcome
	})

/**
 * Queues due weekly updates.
 * @returns the number of queued updates
 * @throws as processDueInBatches
 */
export async function queueSupporterUpdates(ctx: ServiceContext): Promise<number> {
	await loadSecrets(ctx)
	return processDueInBatches(ctx, {
		what: 'weekly updates to supporters',
		planned: { table: 'pledge_supporters', column: 'line_at' },
		write: (userId) => queueOne(ctx, userId),
	})
}

type Written = { template: string; to: string; dedupeKey: string | null }

/** Returns why a queued email to a supporter must no longer be sent; null if it may be sent, and for all other emails. */
export async function findUpdateBlocker(ctx: ServiceContext, tx: Tx, { template, to, dedupeKey }: Written): Promise<string | null> {
	if (template !== SUPPORTER_INVITATION_TEMPLATE && template !== SUPPORTER_UPDATE_TEMPLATE) return null
	const parsed = readMailKey(dedupeKey)
	const row = parsed && (await findSupporter(tx, parsed.userId))
	if (!parsed || row?.id !== parsed.id || row.email !== to.toLowerCase()) return 'supporter-not-wanted'
	const nowMs = ctx.now().getTime()
	if (template === SUPPORTER_INVITATION_TEMPLATE)
		return row.agreed_at || !canAgree(row.asked_at.getTime(), nowMs) ? 'supporter-answered' : null
	if (!row.agreed_at) return 'supporter-not-agreed'
	const decision = await decideReminder(ctx, tx, { userId: parsed.userId, study: await readStudyRecord(ctx.content, tx, parsed.userId) })
	return decision.ok ? null : 'update-not-due'
}
