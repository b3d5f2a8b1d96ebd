import type { EmailPreferences } from '#contracts/account.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { canBeEndedByReader } from './end-subscription.ts'
import { askedWords } from './newsletter-forms.ts'
import { unsubscribeToken, unsubscribeUrl, welcomeMail } from './newsletter-mails.ts'

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
	const begun = {
		status: 'confirmed',
		source: 'settings',
		consent_text: askedWords(ctx.content, 'settings'),
		covers_newsletters: true,
		ended_by: null,
		requested_at: now,
		confirmed_at: now,
	} as const
	const row = await tx
		.insertInto('newsletter_subscriptions')
		.values({ email, created_at: now, ...begun })
		.onConflict((conflict) =>
			conflict
				.column('email')
				.doUpdateSet({ ...begun, unsubscribed_at: null, confirm_hash: null, confirm_expires_at: null })
				.where('newsletter_subscriptions.status', 'in', ['pending', 'unsubscribed']),
		)
		.returning('id')
		.executeTakeFirst()
	// The address is already subscribed, or suppressed, which no form may change.
	if (!row) return
	const url = unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, row.id))
	await enqueueMessage(ctx, tx, { channel: 'email', to: email, ...welcomeMail(ctx, url, ctx.content.articles) })
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
