import { toMailStream } from '#domain/email/mail-stream.ts'
import type { NextStep } from '#domain/email/next-step.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { type Claimed, claimMessages, type WhyNot } from './claim-messages.ts'
import { createMailPace } from './mail-pace.ts'
import { recordDeliveries } from './record-deliveries.ts'

/** Returns a claimed message as the email server gets it. */
export const toEmail = ({ content }: ServiceContext, message: Claimed): EmailMessage => ({
	id: message.id,
	siteName: content.site.name,
	to: message.to_address,
	subject: message.subject,
	text: message.body,
	html: message.body_html,
	pictures: message.pictures,
	stream: toMailStream(message.template),
	headers: message.headers as Record<string, string>,
})

type Result = { messageId: string; step: NextStep; reason: string }

/** Logs a message that failed for good. */
export function reportFailure(ctx: ServiceContext, { messageId, step, reason }: Result): void {
	if (step === 'failed' || step === 'bounced' || step === 'unknown') ctx.log.error('email failed for good', { messageId, step, reason })
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
	const { toSend, ended } = await inTransaction(ctx.db, (tx) => claimMessages(ctx, tx, { ids: [messageId], whyNot }))
	for (const { step } of ended) reportFailure(ctx, { messageId, step, reason: 'interrupted' })
	const [message] = toSend
	if (!message) return
	ctx.state.of(createMailPace).note(ctx.config.email.bulkPerHour)
	const outcome = await ctx.email.send(toEmail(ctx, message))
	const [step = 'unknown'] = await inTransaction(ctx.db, (tx) => recordDeliveries(ctx, tx, [{ message, outcome }]))
	const reason = outcome.kind === 'accepted' ? '' : outcome.reason
	if (step === 'retry' || step === 'retry-in-doubt') throw new Error(`message ${messageId} was not accepted: ${reason}`)
	reportFailure(ctx, { messageId, step, reason })
}
