import { FAREWELL_HOURS } from '#domain/privacy/periods.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { erasePerson } from './erase-person.ts'
import { mailAccount } from './erasures.ts'
import { lockPerson } from './lock-person.ts'
import { hasMoneyUnderWay } from './money-under-way.ts'
import { findPerson } from './person.ts'
import { farewellMail } from './privacy-mails.ts'

const HOUR_MS = 3_600_000

/** Requests whose grace period is over. */
export const listDueErasures = (db: Db | Tx, now: Date) =>
	db
		.selectFrom('privacy_requests')
		.select(['id', 'user_id'])
		.where('kind', '=', 'erase')
		.where('answered_at', 'is', null)
		.where('erases_at', '<=', now)
		.orderBy('erases_at')
		.execute()

const lockRequest = (tx: Tx, id: string) =>
	tx.selectFrom('privacy_requests').selectAll().where('id', '=', id).where('answered_at', 'is', null).forUpdate().executeTakeFirst()

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

/** True if the last mail was sent, or its delivery is no longer awaited. */
async function isFarewellOver(tx: Tx, { farewell_at, farewell_message_id }: Request, now: Date): Promise<boolean> {
	if (farewell_at === null) return false
	if (farewell_message_id === null || now.getTime() - farewell_at.getTime() >= FAREWELL_HOURS * HOUR_MS) return true
	const message = await tx.selectFrom('outbox_messages').select('status').where('id', '=', farewell_message_id).executeTakeFirst()
	return message?.status !== 'queued' && message?.status !== 'sending'
}

async function sayFarewell(ctx: ServiceContext, tx: Tx, { requestId, userId }: { requestId: string; userId: string }): Promise<void> {
	const messageId = await mailAccount(ctx, tx, { userId, mail: farewellMail(ctx.content) })
	await tx
		.updateTable('privacy_requests')
		.set({ farewell_at: ctx.now(), farewell_message_id: messageId })
		.where('id', '=', requestId)
		.execute()
}

async function takeStep(ctx: ServiceContext, requestId: string): Promise<'erased' | 'waiting' | 'gone'> {
	return inTransaction(ctx.db, async (tx) => {
		const request = await lockRequest(tx, requestId)
		if (!request?.user_id) return 'gone'
		const now = ctx.now()
		const userId = request.user_id
		const person = await findPerson(tx, userId)
		await lockPerson(tx, person)
		if (request.due_at > now && (await hasMoneyUnderWay(tx, person, now))) return 'waiting'
		if (request.farewell_at === null) await sayFarewell(ctx, tx, { requestId, userId })
		const current = await lockRequest(tx, requestId)
		if (!current || !(await isFarewellOver(tx, current, now))) return 'waiting'
		await erasePerson(tx, person, ctx)
		await tx.updateTable('privacy_requests').set({ answered_at: now, outcome: 'erased' }).where('id', '=', requestId).execute()
		await recordAudit(ctx, tx, { action: 'account_erased', outcome: 'success', userId: null })
		return 'erased'
	})
}

/**
 * For the hourly job: erases the accounts whose grace period is over, each in its own transaction. First the last mail
 * is queued; the account is erased in a later run, when that mail was sent (after a day in any case). An account with money
 * under way waits for it, but not beyond the day its answer is due. After a kill, the next run continues.
 */
export async function eraseDueAccounts(ctx: ServiceContext): Promise<{ erased: number; waiting: number }> {
	const counts = { erased: 0, waiting: 0, gone: 0 }
	for (const { id } of await listDueErasures(ctx.db, ctx.now())) counts[await takeStep(ctx, id)] += 1
	return { erased: counts.erased, waiting: counts.waiting }
}
