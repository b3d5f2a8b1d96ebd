import { sql } from 'kysely'

import { inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { allowAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { deleteAccount } from '#server/services/operations/accounts/manage-accounts.ts'

import { DOMAIN } from './people.ts'

const OURS = `%@${DOMAIN}`

/** Tables whose rows belong to an order, in the order in which they can be deleted. */
const OF_ORDERS = [
	'refund_requests',
	'refunds',
	'disputes',
	'bank_transfer_refunds',
	'bank_transfers',
	'checkout_sessions',
	'payments',
	'payment_events',
	'order_alerts',
	'discount_redemptions',
	'downloads',
	'entitlements',
]

/**
 * Deletes orders of temporary accounts that cost nothing or were paid in the sandbox. A stranger's real payment stays in the
 * books.
 */
async function deleteOrders(tx: Tx): Promise<void> {
	const { rows } = await sql<{ id: string }>`
		select id from orders where (lower(email) like ${OURS} or user_id in (select id from auth.users where lower(email) like ${OURS}))
			and (not livemode or total_cents = 0)
		order by id for update`.execute(tx)
	const ids = rows.map(({ id }) => id)
	await sql`delete from operator_alerts where facts ->> 'order' = any(${ids})`.execute(tx)
	for (const table of OF_ORDERS) await sql`delete from ${sql.table(table)} where order_id = any(${ids}::uuid[])`.execute(tx)
	await sql`delete from orders where id = any(${ids}::uuid[])`.execute(tx)
	for (const [table, column] of [
		['objects', 'body'],
		['events', 'body'],
		['idempotency_keys', 'response'],
	] as const)
		await sql`delete from ${sql.table(`sandbox_stripe.${table}`)} where ${sql.ref(column)}::text like ${`%@${DOMAIN}%`}
			or exists (select from unnest(${ids}::text[]) as known (id) where ${sql.ref(column)}::text like '%' || known.id || '%')`.execute(tx)
}

/** Removes every temporary account and its data, including those of a killed run. @returns their number */
export async function removePeople(ctx: ServiceContext): Promise<number> {
	await inTransaction(ctx.db, deleteOrders)
	const accounts = await sql<{ id: string; email: string }>`select id, email from auth.users where lower(email) like ${OURS}`.execute(
		ctx.db,
	)
	for (const { id } of accounts.rows) await deleteAccount(ctx, id, false)
	const mails = await sql<{ email: string }>`
		delete from outbox_messages where lower(to_address) like ${OURS} returning to_address as email`.execute(ctx.db)
	for (const address of new Set([...accounts.rows, ...mails.rows].map(({ email }) => email))) await allowAddress(ctx, address)
	return accounts.rows.length
}
