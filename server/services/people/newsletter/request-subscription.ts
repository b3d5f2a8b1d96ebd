import type { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import type { NewsletterRequestSchema } from '#contracts/newsletter.ts'
import { decideMail, NEWSLETTER_SWITCH } from '#domain/newsletter/decide-mail.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormTurn } from '#server/services/identity/codes/form-turn.ts'
import { enqueueMessage, TO_STRANGERS } from '#server/services/messaging/outbox/enqueue-message.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'

import { confirmationMail, reminderMail, unsubscribeUrl } from './newsletter-mails.ts'
import { lockAndListRecentFormMails } from './send-unsubscribe-link.ts'
import { hashConfirmToken, newConfirmToken, unsubscribeToken } from './subscription-tokens.ts'

const wordsOf = ({ blogWords: { newsletter }, landing: { optIn } }: Content) => ({
	blog: [newsletter.title, newsletter.text, newsletter.privacyNote, `[${newsletter.submitLabel}]`],
	popup: [optIn.title, optIn.text, optIn.privacyNote, `[${optIn.submitLabel}]`],
	settings: [`[${NEWSLETTER_SWITCH.label}]`, NEWSLETTER_SWITCH.hint],
})

/** Returns the form's text, which is stored with the subscription as proof of consent. */
export const askedWords = (content: Content, source: keyof ReturnType<typeof wordsOf>): string => wordsOf(content)[source].join('\n')

type Wish = z.output<typeof NewsletterRequestSchema>

const CONFIRM_DAYS = 7
const MS_PER_DAY = 86_400_000

/** Locks the subscription, so that requests for one address run one at a time. Creates it if necessary. */
const lockSubscription = (ctx: ServiceContext, tx: Tx, { email, firstName, source }: Wish) =>
	tx
		.insertInto('newsletter_subscriptions')
		.values({
			email,
			first_name: firstName || null,
			source,
			consent_text: askedWords(ctx.content, source),
			requested_at: ctx.now(),
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
		.returningAll()
		.executeTakeFirstOrThrow()

/**
 * Stores a new request.
 * @returns the token for the email; earlier ones become invalid
 */
async function renewWish(ctx: ServiceContext, tx: Tx, { email, firstName, source }: Wish): Promise<string> {
	const token = newConfirmToken()
	const now = ctx.now()
	await tx
		.updateTable('newsletter_subscriptions')
		.set({
			status: 'pending',
			source,
			consent_text: askedWords(ctx.content, source),
			covers_newsletters: true,
			ended_by: null,
			...(firstName && { first_name: firstName }),
			confirm_hash: hashConfirmToken(token),
			confirm_expires_at: new Date(now.getTime() + CONFIRM_DAYS * MS_PER_DAY),
			requested_at: now,
		})
		.where('email', '=', email)
		.execute()
	return token
}

/**
 * Emails the confirmation link (double opt-in). The response is the same for every address.
 * @throws ServiceError forms_busy (429)
 */
export async function requestSubscription(ctx: ServiceContext, request: Wish): Promise<void> {
	if (isHoneypotFilled(ctx, 'newsletter', request.website)) return
	await requireFormTurn(ctx, request.email)
	const wish = { ...request, email: request.email.toLowerCase() }
	await inTransaction(ctx.db, async (tx) => {
		const subscription = await lockSubscription(ctx, tx, wish)
		const decision = decideMail(subscription.status, await lockAndListRecentFormMails(ctx, tx, wish.email), ctx.now())
		if (decision.send === null) return ctx.log.throttled('info', 'newsletter email not sent', { reason: decision.reason })
		const mail =
			decision.send === 'confirmation'
				? confirmationMail(ctx.content, ctx.config, await renewWish(ctx, tx, wish))
				: reminderMail(ctx.content, ctx.config, unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, subscription.id)))
		await enqueueMessage(ctx, tx, { channel: 'email', to: wish.email, ...mail, priority: TO_STRANGERS })
	})
}
