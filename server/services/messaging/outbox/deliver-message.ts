import { toMailStream } from '#domain/email/mail-stream.ts'
import type { DeliveryStep } from '#domain/email/next-step.ts'
import type { EmailMessage, EmailOutcome } from '#server/adapters/email/port.ts'
import { inTransaction } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { type ClaimedMessage, claimMessages, recordDeliveries, type FindReminderBlocker } from './claim-messages.ts'
import { BULK_PRIORITY } from './enqueue-message.ts'
import { createMailPace } from './mail-pace.ts'

export const toEmail = ({ content }: ServiceContext, message: ClaimedMessage): EmailMessage => ({
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

type Result = { messageId: string; step: DeliveryStep; reason: string }

export function reportFailure(ctx: ServiceContext, { messageId, step, reason }: Result): void {
	if (step === 'failed' || step === 'bounced' || step === 'unknown') ctx.log.error('email failed for good', { messageId, step, reason })
}

/**
 * Sends one queued email in two short transactions, so that a slow mail server doesn't occupy a database connection, and no second job
 * sends the same email.
 * @param findReminderBlocker returns why an email must no longer be sent; passed in because this area can't import the areas that know
 * @throws Error if it wasn't accepted and will be retried
 */
export async function deliverMessage(
	ctx: ServiceContext,
	{ messageId }: { messageId: string },
	findReminderBlocker?: FindReminderBlocker,
): Promise<void> {
	// Loading a key inside the transaction needs a second connection, and many at once would deadlock on the pool.
	await loadSecrets(ctx)
	const { toSend, ended } = await inTransaction(ctx.db, (tx) => claimMessages(ctx, tx, { ids: [messageId], findReminderBlocker }))
	for (const { step } of ended) reportFailure(ctx, { messageId, step, reason: 'interrupted' })
	const [message] = toSend
	if (!message) return
	ctx.state.of(createMailPace).takeSlot(ctx.config.email.bulkPerHour)
	const outcome = await ctx.email.send(toEmail(ctx, message))
	const [step = 'unknown'] = await inTransaction(ctx.db, (tx) => recordDeliveries(ctx, tx, [{ message, outcome }]))
	const reason = outcome.kind === 'accepted' ? '' : outcome.reason
	if (step === 'retry' || step === 'retry-in-doubt') throw new Error(`message ${messageId} was not accepted: ${reason}`)
	reportFailure(ctx, { messageId, step, reason })
}

/**
 * Maximum emails in flight, and the seconds that they may take. If the process is killed, their delivery is unknown, so they aren't
 * sent again.
 */
const MAX_IN_FLIGHT = 50
const MAX_SECONDS_IN_FLIGHT = 2
/** Delay before the next attempt at an email that the mail server deferred. */
const RETRY_SECONDS = 60

/** After this many deferred emails in a row, the mail server counts as unavailable. Fewer may be caused by the recipients' servers. */
const MAX_DEFERRED_IN_A_ROW = 10

const STOPPING = { kind: 'later', reason: 'the server is stopping' } as const satisfies EmailOutcome

/** Sends an email when its slot comes. The sandbox has no rate limit. */
async function sendInTurn(ctx: ServiceContext, message: ClaimedMessage): Promise<EmailOutcome> {
	const { mode, bulkPerHour } = ctx.config.email
	const hasSlot = mode === 'outbox' || (await ctx.state.of(createMailPace).waitForSlot(bulkPerHour))
	return hasSlot ? ctx.email.send(toEmail(ctx, message)) : STOPPING
}

type Chunk = { ids: readonly string[]; findReminderBlocker: FindReminderBlocker; deferredBefore: number }

/**
 * @returns number of deferred emails in a row, at the end
 * @throws Error if the mail server is unavailable or this process is stopping; the emails stay queued
 */
async function deliverChunk(ctx: ServiceContext, { ids, findReminderBlocker, deferredBefore }: Chunk): Promise<number> {
	const { toSend, ended } = await inTransaction(ctx.db, (tx) => claimMessages(ctx, tx, { ids, findReminderBlocker }))
	for (const { id, step } of ended) reportFailure(ctx, { messageId: id, step, reason: 'interrupted' })
	if (toSend.length === 0) return deferredBefore
	const deliveries = await Promise.all(toSend.map(async (message) => ({ message, outcome: await sendInTurn(ctx, message) })))
	const deferred = deliveries.reduce((count, { outcome }) => (outcome.kind === 'later' ? count + 1 : 0), deferredBefore)
	const isUnavailable = deferred >= MAX_DEFERRED_IN_A_ROW || deliveries.some(({ outcome }) => outcome === STOPPING)
	const steps = await inTransaction(ctx.db, async (tx) => {
		const next = await recordDeliveries(ctx, tx, deliveries)
		const options = { delaySeconds: RETRY_SECONDS, priority: BULK_PRIORITY }
		if (!isUnavailable)
			for (const [index, { message }] of deliveries.entries())
				if (next[index] === 'retry') await ctx.jobs.enqueue(tx, { name: 'deliver-message', payload: { messageId: message.id }, options })
		return next
	})
	for (const [index, { message, outcome }] of deliveries.entries()) {
		const reason = outcome.kind === 'accepted' ? '' : outcome.reason
		reportFailure(ctx, { messageId: message.id, step: steps[index] ?? 'unknown', reason })
	}
	const last = deliveries.at(-1)?.outcome
	if (isUnavailable) throw new Error(`newsletter emails were not accepted: ${last?.kind === 'later' ? last.reason : STOPPING.reason}`)
	return deferred
}

/**
 * Sends copies of a newsletter at the provider's rate, in chunks. A retry sends only those still queued: copies that were in flight
 * when a process was killed aren't sent again.
 * @throws Error if the mail server is unavailable or this process is stopping; the other copies stay queued
 */
export async function deliverCopies(
	ctx: ServiceContext,
	{ messageIds }: { messageIds: readonly string[] },
	findReminderBlocker: FindReminderBlocker,
): Promise<void> {
	await loadSecrets(ctx)
	const size = Math.max(1, Math.min(MAX_IN_FLIGHT, Math.floor((ctx.config.email.bulkPerHour / 3600) * MAX_SECONDS_IN_FLIGHT)))
	let refusedBefore = 0
	for (let from = 0; from < messageIds.length; from += size)
		refusedBefore = await deliverChunk(ctx, {
			ids: messageIds.slice(from, from + size),
			findReminderBlocker,
			deferredBefore: refusedBefore,
		})
}
