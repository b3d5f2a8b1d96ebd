import { type RawBuilder, sql } from 'kysely'

import { STORAGE_QUOTAS, fitsQuota } from '#domain/storage/storage-quotas.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** Sender of a message: a learner's account, or an address entered in a form. */
export type MessageSender = { userId: string } | { email: string }

/** Sums a sender's messages while holding a lock: parallel requests would otherwise all find the same free space. */
async function lockAndSum(tx: Tx, writer: MessageSender, sum: RawBuilder<unknown>): Promise<number> {
	const key = 'userId' in writer ? writer.userId : writer.email
	await sql`select pg_advisory_xact_lock(hashtextextended(${`messages:${key}`}, 0))`.execute(tx)
	const { rows } = await sql<{ used: number }>`select coalesce((${sum}), 0)::int8 as used`.execute(tx)
	return rows[0]?.used ?? 0
}

const FULL = 'You’ve reached this form’s limit. Please email us instead.'

/**
 * Requires free space for a message, counted by account or, without one, by address. Call it first in the transaction that stores
 * the text.
 * @throws ServiceError `storage_full` (413)
 */
export async function requireMessageQuota(tx: Tx, writer: MessageSender, text: string): Promise<void> {
	const before = await lockAndSum(
		tx,
		writer,
		'userId' in writer
			? sql`select sum(bytes) from (
				select octet_length(message) as bytes from support_tickets where user_id = ${writer.userId}::uuid
				union all select octet_length(body) from ticket_messages join support_tickets ticket on ticket.id = ticket_id
					where kind = 'reply' and user_id = ${writer.userId}::uuid
				union all select octet_length(suggestion) from module_feedback where user_id = ${writer.userId}::uuid) messages`
			: sql`select sum(bytes) from (
				select octet_length(message) as bytes from support_tickets where email = ${writer.email} and user_id is null
				union all select octet_length(body) from ticket_messages join support_tickets ticket on ticket.id = ticket_id
					where kind = 'reply' and email = ${writer.email} and user_id is null) messages`,
	)
	const bytes = Buffer.byteLength(text)
	if (!fitsQuota({ used: before + bytes, limit: STORAGE_QUOTAS.messages }, bytes)) throw new ServiceError('too-large', 'storage_full', FULL)
}
