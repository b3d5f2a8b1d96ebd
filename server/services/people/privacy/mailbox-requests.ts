import { randomBytes } from 'node:crypto'

import { paths } from '#contracts/paths.ts'
import type { ExportRequest, MailboxState } from '#contracts/privacy.ts'
import { PRIVACY_RESPONSE_DAYS, EXPORTS_PER_DAY, MAILBOX_LINK_MINUTES } from '#domain/privacy/periods.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { closeUnpaidOrders } from '#server/services/commerce/checkout/close-checkouts.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireEmailAddress } from '#server/services/identity/accounts/check-input.ts'
import { inMessageTurn, prepareFormTurn } from '#server/services/identity/codes/message-turn.ts'
import { enqueueMessage, UNSOLICITED_PRIORITY } from '#server/services/messaging/outbox/enqueue-message.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

import { erasePerson, hasMoneyUnderWay } from './erase-due-accounts.ts'
import { exportPerson, type DataCopy } from './export-data.ts'
import { belongsTo, findMailboxPerson, hasConfirmedAccount, lockPerson } from './person.ts'
import { mailboxLinkMail } from './privacy-mails.ts'
import { findTableRule } from './registry/registry.ts'

const TOKEN_BYTES = 28
const DAY_MS = 86_400_000

/**
 * Emails a link to view, export or erase an address's data. Every address gets one, so neither response nor timing reveals
 * whether data is stored.
 * @throws ServiceError validation_failed (400), forms_busy, over_email_send_rate_limit (429)
 */
export async function requestMailboxLink(ctx: ServiceContext, { email }: { email: string }): Promise<void> {
	const address = requireEmailAddress(email)
	await prepareKeys(ctx)
	const token = randomBytes(TOKEN_BYTES).toString('hex')
	const link = `${ctx.config.siteUrl}${paths.privacyRequest}#token=${token}`
	await inMessageTurn(ctx, await prepareFormTurn(ctx, address), async (tx) => {
		const now = ctx.now()
		const expires_at = new Date(now.getTime() + MAILBOX_LINK_MINUTES * 60_000)
		await tx
			.insertInto('mailbox_verifications')
			.values({ token_hash: sha256(token), email: address, created_at: now, expires_at })
			.execute()
		await enqueueMessage(ctx, tx, { to: address, ...mailboxLinkMail(ctx.content, { link }), priority: UNSOLICITED_PRIORITY })
	})
}

const linkExpired = () =>
	new ServiceError('forbidden', 'link_expired', 'This link has already been used or has expired. Please ask for a new one.')

/**
 * Returns the verified address of a link.
 * @throws ServiceError link_expired (403)
 */
async function requireProof(ctx: ServiceContext, db: Db | Tx, token: string): Promise<string> {
	const proof = await db
		.selectFrom('mailbox_verifications')
		.select('email')
		.where('token_hash', '=', sha256(token))
		.where('expires_at', '>', ctx.now())
		.executeTakeFirst()
	if (!proof) throw linkExpired()
	return proof.email
}

/** @throws ServiceError link_expired (403) */
export async function readMailbox(ctx: ServiceContext, { token }: { token: string }): Promise<MailboxState> {
	const email = await requireProof(ctx, ctx.db, token)
	return { email, hasAccount: await hasConfirmedAccount(ctx.db, email) }
}

const answered = (now: Date) => ({ asked_at: now, due_at: new Date(now.getTime() + PRIVACY_RESPONSE_DAYS * DAY_MS), answered_at: now })

/**
 * Exports what is stored under the address outside of an account.
 * @throws ServiceError link_expired (403), over_request_rate_limit (429) after five copies with one link
 */
export async function exportMailbox(
	ctx: ServiceContext,
	{ token, format }: { token: string; format: ExportRequest['format'] },
): Promise<DataCopy> {
	const person = await inTransaction(ctx.db, async (tx) => {
		const email = await requireProof(ctx, tx, token)
		const counted = await tx
			.updateTable('mailbox_verifications')
			.set((eb) => ({ copies: eb('copies', '+', 1) }))
			.where('token_hash', '=', sha256(token))
			.where('copies', '<', EXPORTS_PER_DAY)
			.executeTakeFirst()
		if (counted.numUpdatedRows === 0n) {
			const message = `You downloaded ${EXPORTS_PER_DAY} copies with this link. Please ask for a new link.`
			throw new ServiceError('rate-limited', 'over_request_rate_limit', message)
		}
		const now = ctx.now()
		await tx
			.insertInto('privacy_requests')
			.values({ kind: 'export', user_id: null, ...answered(now), outcome: 'exported' })
			.execute()
		await recordAudit(ctx, tx, { action: 'export_taken', outcome: 'success', userId: null })
		return findMailboxPerson(tx, email)
	})
	return exportPerson(ctx, person, format)
}

/**
 * Closes the address's orders that await a bank transfer. Anyone can create these with someone else's address, which would delay
 * the owner's request. If money arrives for one, it is sent back.
 */
async function closeAwaited(ctx: ServiceContext, email: string): Promise<void> {
	if (ctx.payments.transfers === null) return
	const awaited = await ctx.db
		.selectFrom('orders')
		.innerJoin('checkout_sessions', 'checkout_sessions.order_id', 'orders.id')
		.select(['orders.id as orderId', 'provider_session_id as sessionId'])
		.where(belongsTo(findTableRule('orders'), await findMailboxPerson(ctx.db, email)))
		.where('status', '=', 'pending')
		.where('provider', '=', ctx.payments.code)
		.execute()
	await closeUnpaidOrders(ctx, awaited)
}

async function erase(ctx: ServiceContext, tx: Tx, email: string): Promise<void> {
	await lockPerson(tx, await findMailboxPerson(tx, email))
	const person = await findMailboxPerson(tx, email)
	const now = ctx.now()
	if (await hasMoneyUnderWay(tx, person, now))
		throw new ServiceError('conflict', 'money_under_way', 'A payment or refund is still on its way. Please try again when it has arrived.')
	await erasePerson(tx, person, ctx)
	await tx
		.insertInto('privacy_requests')
		.values({ kind: 'erase', user_id: null, ...answered(now), erases_at: now, outcome: 'erased' })
		.execute()
	await recordAudit(ctx, tx, { action: 'account_erased', outcome: 'success', userId: null })
}

/**
 * Erases what is stored under the address outside of an account. No grace period: the link was requested for this, and the page
 * asks for confirmation.
 * @throws ServiceError link_expired (403), money_under_way (409)
 */
export async function eraseMailbox(ctx: ServiceContext, { token }: { token: string }): Promise<void> {
	await closeAwaited(ctx, await requireProof(ctx, ctx.db, token))
	await inTransaction(ctx.db, async (tx) => erase(ctx, tx, await requireProof(ctx, tx, token)))
}

/**
 * Erases a mailbox's data for the operator, who has verified the person's identity. Orders that await a transfer stay closed if the
 * erasure is refused.
 * @param record records the operator's action, in the transaction of the erasure
 * @throws ServiceError money_under_way (409)
 */
export async function eraseMailboxFor(ctx: ServiceContext, email: string, record?: (tx: Tx) => Promise<unknown>): Promise<void> {
	await closeAwaited(ctx, email)
	await inTransaction(ctx.db, async (tx) => {
		await erase(ctx, tx, email)
		await record?.(tx)
	})
}
