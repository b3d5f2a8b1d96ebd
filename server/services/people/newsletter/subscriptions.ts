import { sql } from 'kysely'

import type { EmailPreferences } from '#contracts/account.ts'
import { type Db, inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { consentText } from './newsletter-forms.ts'
import { readUnsubscribeToken, unsubscribeToken, unsubscribeUrl, welcomeMail } from './newsletter-mails.ts'

/**
 * Deletes expired unconfirmed requests, whose storage no one consented to. Former subscribers who didn't confirm a new request become
 * unsubscribed again.
 * @returns the number of deleted rows
 */
export async function deleteUnconfirmedSubscriptions(ctx: ServiceContext): Promise<{ unconfirmedSubscriptions: number }> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('newsletter_subscriptions')
		.where('status', '=', 'pending')
		.where('confirmed_at', 'is', null)
		.where('confirm_expires_at', '<=', ctx.now())
		.executeTakeFirst()
	await ctx.db
		.updateTable('newsletter_subscriptions')
		.set({ status: 'unsubscribed', confirm_hash: null, confirm_expires_at: null })
		.where('status', '=', 'pending')
		.where('confirm_expires_at', '<=', ctx.now())
		.execute()
	return { unconfirmedSubscriptions: Number(numDeletedRows) }
}

/**
 * Confirms a subscription and sends a welcome email. Idempotent.
 * @returns `expired` if the token is unknown, replaced by a newer one, or older than seven days, or the subscription has ended
 */
export async function confirmSubscription(ctx: ServiceContext, token: string): Promise<'confirmed' | 'expired'> {
	return inTransaction(ctx.db, async (tx) => {
		const subscription = await tx
			.selectFrom('newsletter_subscriptions')
			.select(['id', 'email', 'status', 'confirm_expires_at'])
			.where('confirm_hash', '=', sha256(token))
			.forUpdate()
			.executeTakeFirst()
		if (subscription?.status === 'confirmed') return 'confirmed'
		const now = ctx.now()
		if (subscription?.status !== 'pending' || !subscription.confirm_expires_at || subscription.confirm_expires_at <= now) return 'expired'

		await tx
			.updateTable('newsletter_subscriptions')
			.set({ status: 'confirmed', confirmed_at: now, unsubscribed_at: null })
			.where('id', '=', subscription.id)
			.execute()
		const url = unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, subscription.id))
		await enqueueMessage(ctx, tx, { to: subscription.email, ...welcomeMail(ctx, url, ctx.content.articles) })
		return 'confirmed'
	})
}

/**
 * Ends a subscription or a pending confirmation on behalf of the operator. A suppressed address stays suppressed.
 * @returns the previous state; null if there was nothing to end
 */
export async function endSubscriptionByOperator(ctx: ServiceContext, db: Db | Tx, id: string): Promise<'pending' | 'confirmed' | null> {
	if (!isUuid(id)) return null
	const before = await db
		.selectFrom('newsletter_subscriptions')
		.select('status')
		.where('id', '=', id)
		.where('status', 'in', ['pending', 'confirmed'])
		.forUpdate()
		.executeTakeFirst()
	if (!before) return null
	await db
		.updateTable('newsletter_subscriptions')
		.set({ status: 'unsubscribed', unsubscribed_at: ctx.now(), ended_by: 'operator', confirm_hash: null, confirm_expires_at: null })
		.where('id', '=', id)
		.execute()
	return before.status === 'confirmed' ? 'confirmed' : 'pending'
}

/**
 * SQL condition for subscriptions that a subscriber can end. Includes those the operator has ended: the subscriber's own decision
 * must outlast an undo in the console.
 */
export const canBeEndedByReader = sql<boolean>`(status in ('pending', 'confirmed') or (status = 'unsubscribed' and ended_by = 'operator'))`

/**
 * Ends a subscription or a pending confirmation. Idempotent; a suppressed address stays suppressed.
 * @returns `unknown` for an invalid token
 */
export async function endSubscription(ctx: ServiceContext, token: string): Promise<'ended' | 'unknown'> {
	const id = await readUnsubscribeToken(ctx, token)
	if (id === null) return 'unknown'
	await ctx.db
		.updateTable('newsletter_subscriptions')
		.set({ status: 'unsubscribed', unsubscribed_at: ctx.now(), ended_by: 'reader', confirm_hash: null, confirm_expires_at: null })
		.where('id', '=', id)
		.where(canBeEndedByReader)
		.execute()
	return 'ended'
}

const STATES = { confirmed: 'on', pending: 'waiting', unsubscribed: 'off', suppressed: 'closed' } as const

/** @throws ServiceError email_not_confirmed (422) if the account has no verified address */
async function requireOwnEmail(db: Db | Tx, userId: string): Promise<string> {
	const user = await db.selectFrom('auth.users').select(['email', 'email_confirmed_at']).where('id', '=', userId).executeTakeFirst()
	if (user?.email && user.email_confirmed_at) return user.email
	throw new ServiceError('unprocessable', 'email_not_confirmed', 'Confirm your email address first.')
}

const findSubscription = (db: Db | Tx, email: string) =>
	db.selectFrom('newsletter_subscriptions').select(['id', 'status']).where('email', '=', email).executeTakeFirst()

export async function readPreferences(ctx: ServiceContext): Promise<EmailPreferences> {
	const userId = requireLearnerId(ctx)
	const user = await ctx.db.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirst()
	const subscription = user?.email ? await findSubscription(ctx.db, user.email) : undefined
	return { newsletter: subscription ? STATES[subscription.status] : 'off' }
}

async function subscribe(ctx: ServiceContext, tx: Tx, email: string): Promise<void> {
	const now = ctx.now()
	const values = {
		status: 'confirmed',
		source: 'settings',
		consent_text: consentText(ctx.content, 'settings'),
		covers_newsletters: true,
		ended_by: null,
		requested_at: now,
		confirmed_at: now,
	} as const
	const row = await tx
		.insertInto('newsletter_subscriptions')
		.values({ email, created_at: now, ...values })
		.onConflict((conflict) =>
			conflict
				.column('email')
				.doUpdateSet({ ...values, unsubscribed_at: null, confirm_hash: null, confirm_expires_at: null })
				.where('newsletter_subscriptions.status', 'in', ['pending', 'unsubscribed']),
		)
		.returning('id')
		.executeTakeFirst()
	// The address is already subscribed, or suppressed, which no form may change.
	if (!row) return
	const url = unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, row.id))
	await enqueueMessage(ctx, tx, { to: email, ...welcomeMail(ctx, url, ctx.content.articles) })
}

/**
 * Turns the newsletter on or off. The learner's address is verified already, so no confirmation link is needed. Turning it on
 * sends an email with an unsubscribe link.
 * @throws ServiceError email_not_confirmed (422)
 */
export async function changePreferences(ctx: ServiceContext, { newsletter }: { newsletter: boolean }): Promise<EmailPreferences> {
	const userId = requireLearnerId(ctx)
	await inTransaction(ctx.db, async (tx) => {
		const email = await requireOwnEmail(tx, userId)
		if (newsletter) return subscribe(ctx, tx, email)
		await tx
			.updateTable('newsletter_subscriptions')
			.set({ status: 'unsubscribed', unsubscribed_at: ctx.now(), ended_by: 'reader', confirm_hash: null, confirm_expires_at: null })
			.where('email', '=', email)
			.where(canBeEndedByReader)
			.execute()
	})
	return readPreferences(ctx)
}
