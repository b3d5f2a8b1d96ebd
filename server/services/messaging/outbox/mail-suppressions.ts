import { sql, type SqlBool } from 'kysely'

import type { SuppressionReason } from '#domain/email/mail-stream.ts'
import { isBadMailboxStatus } from '#domain/email/smtp-reply.ts'
import { toMailbox } from '#domain/email/to-mailbox.ts'
import type { MailReport } from '#server/adapters/email/port.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash, loadSecrets } from '#server/services/platform/keys/server-secret.ts'

/** Returns an SQL condition on `outbox_messages` for one mailbox. Ignores anything after a plus sign. */
export function isOfMailbox(address: string) {
	const mailbox = toMailbox(address)
	const at = mailbox.lastIndexOf('@')
	const [tagged, afterTagged, domain] = [`${mailbox.slice(0, at)}+`, `${mailbox.slice(0, at)},`, mailbox.slice(at)]
	return sql<SqlBool>`(to_address = ${mailbox} or (
		to_address ~>=~ ${tagged} and to_address ~<~ ${afterTagged} and right(to_address, ${domain.length}) = ${domain}
	))`
}

/** Serializes emails to one mailbox, so that counts of recent emails include parallel ones. */
export const lockMailbox = (tx: Tx, address: string) =>
	sql`select pg_advisory_xact_lock(hashtextextended(${`few:${toMailbox(address)}`}, 0))`.execute(tx)

/** Returns the keyed hash under which an address is suppressed. */
export const addressKey = (ctx: ServiceContext, address: string) => keyedHash(ctx, 'addresses', ['mail', address.toLowerCase()])

export async function listSuppressed(ctx: ServiceContext, db: Db | Tx, addresses: readonly string[]): Promise<string[]> {
	const keys = await Promise.all(addresses.map((address) => addressKey(ctx, address)))
	const rows = await db.selectFrom('mail_suppressions').select('address_key').where('address_key', 'in', keys).execute()
	const found = new Set(rows.map((row) => row.address_key.toString('hex')))
	return addresses.filter((_, index) => found.has(keys[index]?.toString('hex') ?? ''))
}

/** Suppresses an address from the next email on, and ends its newsletter subscription. A hard bounce replaces a complaint. */
export async function suppressAddress(
	ctx: ServiceContext,
	tx: Tx,
	{ address, reason, messageId }: { address: string; reason: SuppressionReason; messageId: string },
): Promise<void> {
	await tx
		.insertInto('mail_suppressions')
		.values({ address_key: await addressKey(ctx, address), reason, message_id: messageId, created_at: ctx.now() })
		.onConflict((conflict) =>
			reason === 'hard-bounce'
				? conflict.column('address_key').doUpdateSet({ reason, message_id: messageId })
				: conflict.column('address_key').doNothing(),
		)
		.execute()
	await tx
		.updateTable('newsletter_subscriptions')
		.set({ status: 'suppressed', confirm_hash: null, confirm_expires_at: null })
		.where('email', '=', address.toLowerCase())
		.execute()
}

/**
 * Lifts the suppression of an address. To get the newsletter again, the address must subscribe again.
 * @returns true if the address was suppressed
 */
export async function allowAddress(ctx: ServiceContext, address: string): Promise<boolean> {
	const key = await addressKey(ctx, address)
	return inTransaction(ctx.db, async (tx) => {
		const { numDeletedRows } = await tx.deleteFrom('mail_suppressions').where('address_key', '=', key).executeTakeFirst()
		await tx
			.updateTable('newsletter_subscriptions')
			.set({ status: 'unsubscribed' })
			.where('email', '=', address.toLowerCase())
			.where('status', '=', 'suppressed')
			.execute()
		return Number(numDeletedRows) > 0
	})
}

export type ReportOutcome = 'no-report' | 'unknown-message' | 'noted' | 'ignored' | SuppressionReason

const reasonOf = (report: MailReport): SuppressionReason | null => {
	if (report.kind === 'complaint') return 'complaint'
	return report.isFinal && isBadMailboxStatus(report.status) ? 'hard-bounce' : null
}

/**
 * Processes a bounce or complaint received by email. Anyone could send one, so it must have the ID of a message we sent, which
 * only its recipient knows, and be about that recipient.
 * @param source the raw message
 * @returns what was done; `noted`: a permanent failure that isn't about the mailbox
 */
export async function receiveMailReport(ctx: ServiceContext, source: Buffer): Promise<ReportOutcome> {
	const report = await ctx.readMailReport(source)
	if (!report) return 'no-report'
	const { messageId } = report
	if (messageId === null) return 'unknown-message'
	await loadSecrets(ctx)
	return inTransaction(ctx.db, async (tx) => {
		const message = await tx
			.selectFrom('outbox_messages')
			.select(['to_address'])
			.where('id', '=', messageId)
			.where('channel', '=', 'email')
			.where('status', 'in', ['sent', 'unknown', 'bounced'])
			.forUpdate()
			.executeTakeFirst()
		if (!message) return 'unknown-message'
		const reason = reasonOf(report)
		if (report.kind === 'bounce' && !report.isFinal) return 'ignored'
		if (report.kind === 'bounce')
			await tx
				.updateTable('outbox_messages')
				.set({ status: 'bounced', last_error: `bounced: ${report.status}` })
				.where('id', '=', messageId)
				.execute()
		if (reason === null) return 'noted'
		await suppressAddress(ctx, tx, { address: message.to_address, reason, messageId })
		return reason
	})
}
