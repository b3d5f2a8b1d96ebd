import type { z } from 'zod'

import type { UnsubscribeLinkRequestSchema } from '#contracts/newsletter.ts'
import { decideMail } from '#domain/newsletter/decide-mail.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormTurn } from '#server/services/identity/codes/form-turn.ts'
import { enqueueMessage, TO_STRANGERS } from '#server/services/messaging/outbox/enqueue-message.ts'
import { isOfMailbox, lockMailbox } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'

import { unsubscribeLinkMail, unsubscribeUrl, WISH_TEMPLATES } from './newsletter-mails.ts'
import { unsubscribeToken } from './subscription-tokens.ts'

const A_DAY_MS = 86_400_000

/** Returns the times of emails that forms sent to this mailbox in the last day. Locks the mailbox until the transaction ends. */
export async function lockAndListRecentFormMails(ctx: ServiceContext, tx: Tx, email: string): Promise<Date[]> {
	await lockMailbox(tx, email)
	const rows = await tx
		.selectFrom('outbox_messages')
		.select('created_at')
		.where(isOfMailbox(email))
		.where('created_at', '>', new Date(ctx.now().getTime() - A_DAY_MS))
		.where('template', 'in', [...WISH_TEMPLATES])
		.execute()
	return rows.map((row) => row.created_at)
}

type Request = z.output<typeof UnsubscribeLinkRequestSchema>

/**
 * Emails an unsubscribe link to subscribers. Other addresses get no email; the response is the same.
 * @throws ServiceError forms_busy (429)
 */
export async function sendUnsubscribeLink(ctx: ServiceContext, { email, website }: Request): Promise<void> {
	if (isHoneypotFilled(ctx, 'unsubscribe-link', website)) return
	await requireFormTurn(ctx, email)
	await inTransaction(ctx.db, async (tx) => {
		const subscription = await tx
			.selectFrom('newsletter_subscriptions')
			.selectAll()
			.where('email', '=', email.toLowerCase())
			.where('status', 'in', ['pending', 'confirmed'])
			.forUpdate()
			.executeTakeFirst()
		if (!subscription) return
		const decision = decideMail(subscription.status, await lockAndListRecentFormMails(ctx, tx, subscription.email), ctx.now())
		if (decision.send === null) return
		const url = unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, subscription.id))
		await enqueueMessage(ctx, tx, {
			channel: 'email',
			to: subscription.email,
			...unsubscribeLinkMail(ctx.content, url),
			priority: TO_STRANGERS,
		})
	})
}
