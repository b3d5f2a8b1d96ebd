import { NEEDS_SUBSCRIPTION, toMailStream } from '#domain/email/mail-stream.ts'
import { nextStep, type NextStep } from '#domain/email/next-step.ts'
import type { EmailOutcome, InlinePicture } from '#server/adapters/email/port.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { readInlinePictures } from './inline-pictures.ts'
import { findSuppression, suppressAddress } from './mail-suppressions.ts'

const lockMessage = (tx: Tx, id: string) =>
	tx.selectFrom('outbox_messages').selectAll().where('id', '=', id).where('channel', '=', 'email').forUpdate().executeTakeFirst()

type Message = NonNullable<Awaited<ReturnType<typeof lockMessage>>>

const STATUS = {
	sent: 'sent',
	retry: 'queued',
	'retry-in-doubt': 'queued',
	failed: 'failed',
	bounced: 'bounced',
	unknown: 'unknown',
} as const satisfies Record<NextStep, string>

async function isStopped(tx: Tx, letterId: string): Promise<boolean> {
	const letter = await tx.selectFrom('newsletter_issues').select('state').where('id', '=', letterId).executeTakeFirst()
	return letter?.state === 'stopped'
}

type WhyNot = NonNullable<ServiceContext['plugins'][number]['findReminderBlocker']>

/** Returns the reason why a queued message must no longer be sent, or null. */
async function findHindrance(
	ctx: ServiceContext,
	tx: Tx,
	{ template, to_address, dedupe_key, issue_id, whyNot }: Message & { whyNot: WhyNot | undefined },
): Promise<string | null> {
	const suppression = await findSuppression(ctx, tx, { address: to_address, stream: toMailStream(template) })
	if (suppression !== null) return suppression
	for (const ask of [whyNot, ...ctx.plugins.map((plugin) => plugin.findReminderBlocker)]) {
		const reason = await ask?.(ctx, tx, { template, to: to_address, dedupeKey: dedupe_key })
		if (reason) return reason
	}
	if (issue_id !== null && (await isStopped(tx, issue_id))) return 'letter-stopped'
	if (!NEEDS_SUBSCRIPTION.has(template)) return null
	const subscription = await tx
		.selectFrom('newsletter_subscriptions')
		.select('id')
		.where('email', '=', to_address.toLowerCase())
		.where('status', '=', 'confirmed')
		.executeTakeFirst()
	return subscription ? null : 'not-subscribed'
}

/** @returns the next step */
async function record(ctx: ServiceContext, tx: Tx, { message, outcome }: { message: Message; outcome: EmailOutcome }): Promise<NextStep> {
	const isBulk = toMailStream(message.template) === 'newsletter'
	const step = nextStep(outcome, { attempts: message.attempts, unconfirmed: message.unconfirmed_attempts, isBulk })
	const isSent = step === 'sent'
	await tx
		.updateTable('outbox_messages')
		.set({
			status: STATUS[step],
			claimed_by: null,
			unconfirmed_attempts: message.unconfirmed_attempts + (outcome.kind === 'unknown' ? 1 : 0),
			last_error: outcome.kind === 'accepted' ? null : outcome.reason,
			...(outcome.kind === 'accepted' && { provider_id: outcome.providerId, sent_at: ctx.now() }),
			// Clear the content, which may include codes.
			...(isSent && ctx.config.email.mode === 'smtp' && { body: '', body_html: '' }),
		})
		.where('id', '=', message.id)
		.execute()
	if (step === 'bounced') await suppressAddress(ctx, tx, { address: message.to_address, reason: 'hard-bounce', messageId: message.id })
	return step
}

const INTERRUPTED: EmailOutcome = { kind: 'unknown', reason: 'the server stopped while it handed the message over' }

/**
 * Claims a message, unless another job is sending it.
 * @returns the message to send; a step if the message is finished without sending; null if there is nothing to do
 */
async function claim(
	ctx: ServiceContext,
	tx: Tx,
	{ messageId, whyNot }: { messageId: string; whyNot: WhyNot | undefined },
): Promise<(Message & { pictures: InlinePicture[] }) | NextStep | null> {
	let message = await lockMessage(tx, messageId)
	// An earlier run of this job was interrupted, and may or may not have sent the email.
	if (message?.status === 'sending' && message.claimed_by === ctx.requestId) {
		const step = await record(ctx, tx, { message, outcome: INTERRUPTED })
		if (step !== 'retry-in-doubt') return step
		message = await lockMessage(tx, messageId)
	}
	if (message?.status !== 'queued') return null
	const hindrance = await findHindrance(ctx, tx, { ...message, whyNot })
	if (hindrance !== null) {
		await tx.updateTable('outbox_messages').set({ status: 'suppressed', last_error: hindrance }).where('id', '=', messageId).execute()
		ctx.log.info('email not sent', { messageId, why: hindrance })
		return null
	}
	// Read now: after the claim, a failure would leave it in doubt whether the email was sent.
	const pictures = await readInlinePictures({ ...ctx, db: tx }, message.body_html)
	const attempts = message.attempts + 1
	await tx
		.updateTable('outbox_messages')
		.set({ status: 'sending', claimed_by: ctx.requestId, attempts })
		.where('id', '=', messageId)
		.execute()
	return { ...message, attempts, pictures }
}

function report(ctx: ServiceContext, { messageId, step, reason }: { messageId: string; step: NextStep; reason: string }): void {
	if (step === 'retry' || step === 'retry-in-doubt') throw new Error(`message ${messageId} was not accepted: ${reason}`)
	if (step !== 'sent') ctx.log.error('email failed for good', { messageId, step, reason })
}

/**
 * Sends one queued email in two short transactions, so that a slow mail server doesn't occupy a database connection, and no
 * second job sends the same email.
 * @param whyNot returns why an email must no longer be sent, for areas this one can't import
 * @throws Error if it wasn't accepted and will be retried
 */
export async function deliverMessage(ctx: ServiceContext, { messageId }: { messageId: string }, whyNot?: WhyNot): Promise<void> {
	// Loading a key inside the transaction needs a second connection, and many at once would deadlock on the pool.
	await loadSecrets(ctx)
	const claimed = await inTransaction(ctx.db, (tx) => claim(ctx, tx, { messageId, whyNot }))
	if (claimed === null) return
	if (typeof claimed === 'string') return report(ctx, { messageId, step: claimed, reason: 'interrupted' })
	const outcome = await ctx.email.send({
		id: claimed.id,
		siteName: ctx.content.site.name,
		to: claimed.to_address,
		subject: claimed.subject,
		text: claimed.body,
		html: claimed.body_html,
		pictures: claimed.pictures,
		stream: toMailStream(claimed.template),
		headers: claimed.headers as Record<string, string>,
	})
	const step = await inTransaction(ctx.db, (tx) => record(ctx, tx, { message: claimed, outcome }))
	report(ctx, { messageId, step, reason: outcome.kind === 'accepted' ? '' : outcome.reason })
}
