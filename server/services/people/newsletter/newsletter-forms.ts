import type { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import type { NewsletterRequestSchema, UnsubscribeLinkRequestSchema } from '#contracts/newsletter.ts'
import { decideMail, NEWSLETTER_SWITCH } from '#domain/newsletter/decide-mail.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { enqueueMessage, UNSOLICITED_PRIORITY } from '#server/services/messaging/outbox/enqueue-message.ts'
import { isOfMailbox, lockMailbox } from '#server/services/messaging/outbox/mail-suppressions.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'

import {
	confirmationMail,
	newConfirmToken,
	reminderMail,
	unsubscribeLinkMail,
	unsubscribeToken,
	unsubscribeUrl,
	OPEN_TEMPLATES,
} from './newsletter-mails.ts'

const A_DAY_MS = 86_400_000

/** Returns the times of emails that forms sent to this mailbox in the last day. Locks the mailbox until the transaction ends. */
export async function lockAndListRecentFormMails(ctx: ServiceContext, tx: Tx, email: string): Promise<Date[]> {
	await lockMailbox(tx, email)
	const rows = await tx
		.selectFrom('outbox_messages')
		.select('created_at')
		.where(isOfMailbox(email))
		.where('created_at', '>', new Date(ctx.now().getTime() - A_DAY_MS))
		.where('template', 'in', [...OPEN_TEMPLATES])
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
	await requireFormBudget(ctx, email)
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
		await enqueueMessage(ctx, tx, { to: subscription.email, ...unsubscribeLinkMail(ctx.content, url), priority: UNSOLICITED_PRIORITY })
	})
}

const textsOf = ({ blogWords: { newsletter }, landing: { optIn } }: Content) => ({
	blog: [newsletter.title, newsletter.text, newsletter.privacyNote, `[${newsletter.submitLabel}]`],
	popup: [optIn.title, optIn.text, optIn.privacyNote, `[${optIn.submitLabel}]`],
	settings: [`[${NEWSLETTER_SWITCH.label}]`, NEWSLETTER_SWITCH.hint],
})

/** Returns the form's text, which is stored with the subscription as proof of consent. */
export const consentText = (content: Content, source: keyof ReturnType<typeof textsOf>): string => textsOf(content)[source].join('\n')

type SubscriptionRequest = z.output<typeof NewsletterRequestSchema>

const CONFIRM_DAYS = 7
const MS_PER_DAY = 86_400_000

/** Locks the subscription, so that requests for one address run one at a time. Creates it if necessary. */
const lockSubscription = (ctx: ServiceContext, tx: Tx, { email, firstName, source }: SubscriptionRequest) =>
	tx
		.insertInto('newsletter_subscriptions')
		.values({
			email,
			first_name: firstName || null,
			source,
			consent_text: consentText(ctx.content, source),
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
async function renewRequest(ctx: ServiceContext, tx: Tx, { email, firstName, source }: SubscriptionRequest): Promise<string> {
	const token = newConfirmToken()
	const now = ctx.now()
	await tx
		.updateTable('newsletter_subscriptions')
		.set({
			status: 'pending',
			source,
			consent_text: consentText(ctx.content, source),
			covers_newsletters: true,
			ended_by: null,
			...(firstName && { first_name: firstName }),
			confirm_hash: sha256(token),
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
export async function requestSubscription(ctx: ServiceContext, request: SubscriptionRequest): Promise<void> {
	if (isHoneypotFilled(ctx, 'newsletter', request.website)) return
	await requireFormBudget(ctx, request.email)
	const normalized = { ...request, email: request.email.toLowerCase() }
	await inTransaction(ctx.db, async (tx) => {
		const subscription = await lockSubscription(ctx, tx, normalized)
		const decision = decideMail(subscription.status, await lockAndListRecentFormMails(ctx, tx, normalized.email), ctx.now())
		if (decision.send === null) return ctx.log.throttled('info', 'newsletter email not sent', { reason: decision.reason })
		const mail =
			decision.send === 'confirmation'
				? confirmationMail(ctx.content, ctx.config, await renewRequest(ctx, tx, normalized))
				: reminderMail(ctx.content, ctx.config, unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, subscription.id)))
		await enqueueMessage(ctx, tx, { to: normalized.email, ...mail, priority: UNSOLICITED_PRIORITY })
	})
}
