import { sql } from 'kysely'

import { FINAL_MAIL_WAIT_HOURS } from '#domain/privacy/periods.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { queueMailToAccount } from './erasures.ts'
import { belongsTo, findPerson, lockPerson } from './person.ts'
import { accountDeletedMail } from './privacy-mails.ts'
import { accountRule } from './registry/account-tables.ts'
import { findTableRule, listTableRules } from './registry/registry.ts'
import type { Person, TableRule } from './registry/table-rule.ts'

async function eraseFrom(tx: Tx, rule: TableRule, person: Person): Promise<void> {
	const { table, erased } = rule
	if (erased === 'delete') await sql`delete from ${sql.table(table)} where ${belongsTo(rule, person)}`.execute(tx)
	else if ('by' in erased) await erased.by(tx, person)
	else if ('clear' in erased) {
		const changes = Object.entries(erased.clear).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
		await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${belongsTo(rule, person)}`.execute(tx)
	}
}

type Options = Pick<ServiceContext, 'plugins'> & { keepsAccount?: boolean }

/**
 * Deletes a person's rows, or keeps them without personal data, as the registry says. Amounts of orders, payments and refunds
 * stay unchanged. Idempotent.
 * @param options.keepsAccount leaves the account's own row to the caller
 */
export async function erasePerson(tx: Tx, person: Person, { plugins, keepsAccount = false }: Options): Promise<void> {
	for (const rule of listTableRules(plugins)) if (!keepsAccount || rule !== accountRule) await eraseFrom(tx, rule, person)
}

/** True while a payment or refund is in progress, which still needs its buyer. */
export async function hasMoneyUnderWay(tx: Tx, person: Person, now: Date): Promise<boolean> {
	const order = await tx
		.selectFrom('orders')
		.leftJoin('checkout_sessions', 'checkout_sessions.order_id', 'orders.id')
		.select('orders.id')
		.where(belongsTo(findTableRule('orders'), person))
		.where((eb) =>
			eb.or([
				eb('orders.status', 'in', ['processing', 'refund_pending']),
				eb.and([eb('orders.status', '=', 'pending'), eb('state', '=', 'open'), eb('expires_at', '>', now)]),
			]),
		)
		.limit(1)
		.executeTakeFirst()
	return order !== undefined
}

const HOUR_MS = 3_600_000

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

/** True if the final email was sent, failed, or has been waited for long enough. */
async function isFarewellOver(tx: Tx, { farewell_at, farewell_message_id }: Request, now: Date): Promise<boolean> {
	if (farewell_at === null) return false
	if (farewell_message_id === null || now.getTime() - farewell_at.getTime() >= FINAL_MAIL_WAIT_HOURS * HOUR_MS) return true
	const message = await tx.selectFrom('outbox_messages').select('status').where('id', '=', farewell_message_id).executeTakeFirst()
	return message?.status !== 'queued' && message?.status !== 'sending'
}

async function sendFinalMail(ctx: ServiceContext, tx: Tx, { requestId, userId }: { requestId: string; userId: string }): Promise<void> {
	const messageId = await queueMailToAccount(ctx, tx, { userId, mail: accountDeletedMail(ctx.content) })
	await tx
		.updateTable('privacy_requests')
		.set({ farewell_at: ctx.now(), farewell_message_id: messageId })
		.where('id', '=', requestId)
		.execute()
}

async function advanceErasure(ctx: ServiceContext, requestId: string): Promise<'erased' | 'waiting' | 'gone'> {
	return inTransaction(ctx.db, async (tx) => {
		const request = await lockRequest(tx, requestId)
		if (!request?.user_id) return 'gone'
		const now = ctx.now()
		const userId = request.user_id
		const person = await findPerson(tx, userId)
		await lockPerson(tx, person)
		if (request.due_at > now && (await hasMoneyUnderWay(tx, person, now))) return 'waiting'
		if (request.farewell_at === null) await sendFinalMail(ctx, tx, { requestId, userId })
		const current = await lockRequest(tx, requestId)
		if (!current || !(await isFarewellOver(tx, current, now))) return 'waiting'
		await erasePerson(tx, person, ctx)
		await tx.updateTable('privacy_requests').set({ answered_at: now, outcome: 'erased' }).where('id', '=', requestId).execute()
		await recordAudit(ctx, tx, { action: 'account_erased', outcome: 'success', userId: null })
		return 'erased'
	})
}

/**
 * Erases each account in its own transaction, after a final email was sent or a day has passed. Runs hourly. A payment or refund in
 * progress delays the erasure, but no longer than the legal deadline.
 */
export async function eraseDueAccounts(ctx: ServiceContext): Promise<{ erased: number; waiting: number }> {
	const counts = { erased: 0, waiting: 0, gone: 0 }
	for (const { id } of await listDueErasures(ctx.db, ctx.now())) counts[await advanceErasure(ctx, id)] += 1
	return { erased: counts.erased, waiting: counts.waiting }
}
