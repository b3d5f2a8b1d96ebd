import { type Selectable, sql } from 'kysely'

import { isSuppressed, NEEDS_SUBSCRIPTION, type SuppressionReason, toMailStream } from '#domain/email/mail-stream.ts'
import { nextDeliveryStep, type DeliveryStep } from '#domain/email/next-step.ts'
import type { EmailOutcome, InlinePicture } from '#server/adapters/email/port.ts'
import type { Tx } from '#server/db/database.ts'
import type { OutboxMessages } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readInlinePictures } from './inline-pictures.ts'
import { addressKey, suppressAddress } from './mail-suppressions.ts'

export type Message = Selectable<OutboxMessages>
export type Delivery = { message: Message; outcome: EmailOutcome }

const STATUS = {
	sent: 'sent',
	retry: 'queued',
	'retry-in-doubt': 'queued',
	failed: 'failed',
	bounced: 'bounced',
	unknown: 'unknown',
} as const satisfies Record<DeliveryStep, string>

const toNextStep = ({ message: { template, attempts, unconfirmed_attempts: unconfirmed }, outcome }: Delivery): DeliveryStep =>
	nextDeliveryStep(outcome, { attempts, unconfirmed, isBulk: toMailStream(template) === 'newsletter' })

/** Removes characters that jsonb can't store: a mail server's reply may contain anything. */
const toText = (reply: string) => reply.replaceAll('\0', '').toWellFormed()

/**
 * Records the outcomes of sending in one statement. The content of accepted emails, which may include codes, is cleared.
 * @returns the next step of each
 */
export async function recordDeliveries(ctx: ServiceContext, tx: Tx, deliveries: readonly Delivery[]): Promise<DeliveryStep[]> {
	const steps = deliveries.map(toNextStep)
	const rows = deliveries.map(({ message, outcome }, index) => ({
		id: message.id,
		status: STATUS[steps[index] ?? 'unknown'],
		unconfirmed: message.unconfirmed_attempts + (outcome.kind === 'unknown' ? 1 : 0),
		error: outcome.kind === 'accepted' ? null : toText(outcome.reason),
		accepted: outcome.kind === 'accepted',
		provider: outcome.kind === 'accepted' ? toText(outcome.providerId) : null,
	}))
	const clears = ctx.config.email.mode === 'smtp'
	await sql`update outbox_messages m set status = t.status, claimed_by = null, unconfirmed_attempts = t.unconfirmed, last_error = t.error,
			provider_id = case when t.accepted then t.provider else m.provider_id end,
			sent_at = case when t.accepted then ${ctx.now()}::timestamptz else m.sent_at end,
			body = case when t.accepted and ${clears}::boolean then '' else m.body end,
			body_html = case when t.accepted and ${clears}::boolean then '' else m.body_html end
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
			as t(id uuid, status text, unconfirmed int, error text, accepted boolean, provider text)
		where m.id = t.id`.execute(tx)
	for (const [index, { message }] of deliveries.entries())
		if (steps[index] === 'bounced')
			await suppressAddress(ctx, tx, { address: message.to_address, reason: 'hard-bounce', messageId: message.id })
	return steps
}

/** Returns why a queued message must no longer be sent, or null. */
export type FindReminderBlocker = NonNullable<ServiceContext['plugins'][number]['findReminderBlocker']>

type Facts = { id: string; suppression: SuppressionReason | null; is_subscribed: boolean; issue_state: string | null }

/** Reads in one statement what may have changed since the messages were queued. */
async function readFacts(ctx: ServiceContext, tx: Tx, messages: readonly Message[]): Promise<Map<string, Facts>> {
	const keyed = await Promise.all(
		messages.map(async ({ id, to_address, issue_id }) => ({
			id,
			email: to_address.toLowerCase(),
			key: (await addressKey(ctx, to_address)).toString('hex'),
			issue_id,
		})),
	)
	const { rows } = await sql<Facts>`
		select t.id, s.reason as suppression, n.id is not null as is_subscribed, i.state as issue_state
		from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as t(id uuid, email text, key text, issue_id uuid)
		left join mail_suppressions s on s.address_key = decode(t.key, 'hex')
		left join newsletter_subscriptions n on n.email = t.email and n.status = 'confirmed'
		left join newsletter_issues i on i.id = t.issue_id`.execute(tx)
	return new Map(rows.map((row) => [row.id, row]))
}

type BlockCheck = { message: Message; facts: Facts | undefined; findReminderBlocker: FindReminderBlocker | undefined }

async function findBlockReason(ctx: ServiceContext, tx: Tx, { message, facts, findReminderBlocker }: BlockCheck): Promise<string | null> {
	const { template, to_address: to, dedupe_key: dedupeKey } = message
	const suppression = facts?.suppression ?? null
	if (suppression !== null && isSuppressed(suppression, toMailStream(template))) return suppression
	for (const findReason of [findReminderBlocker, ...ctx.plugins.map((plugin) => plugin.findReminderBlocker)]) {
		const reason = await findReason?.(ctx, tx, { template, to, dedupeKey })
		if (reason) return reason
	}
	if (facts?.issue_state === 'stopped') return 'issue-stopped'
	return NEEDS_SUBSCRIPTION.has(template) && !facts?.is_subscribed ? 'not-subscribed' : null
}

const INTERRUPTED: EmailOutcome = { kind: 'unknown', reason: 'the server stopped while it was sending the message' }

export type ClaimedMessage = Message & { pictures: InlinePicture[] }
type Claim = { toSend: ClaimedMessage[]; ended: { id: string; step: DeliveryStep }[] }

/** Ends or requeues messages that an interrupted run of this job may or may not have sent. */
async function settleInterrupted(ctx: ServiceContext, tx: Tx, messages: readonly Message[]) {
	const interrupted = messages.map((message) => ({ message, outcome: INTERRUPTED }))
	const steps = await recordDeliveries(ctx, tx, interrupted)
	const again = messages
		.filter((_, index) => steps[index] === 'retry-in-doubt')
		.map((message) => ({ ...message, unconfirmed_attempts: message.unconfirmed_attempts + 1 }))
	const ended = messages.flatMap(({ id }, index) => (steps[index] === 'retry-in-doubt' ? [] : [{ id, step: steps[index] ?? 'unknown' }]))
	return { again, ended }
}

/**
 * Claims messages, except those that another job is sending. Those of a paused issue stay queued: resuming it enqueues them again.
 * @returns the messages to send, and those of an interrupted run that are finished
 */
export async function claimMessages(
	ctx: ServiceContext,
	tx: Tx,
	{ ids, findReminderBlocker }: { ids: readonly string[]; findReminderBlocker: FindReminderBlocker | undefined },
): Promise<Claim> {
	const found = await tx
		.selectFrom('outbox_messages')
		.selectAll()
		.where('id', 'in', [...ids])
		.where('channel', '=', 'email')
		.orderBy('id')
		.forUpdate()
		.execute()
	const isInterrupted = ({ status, claimed_by }: Message) => status === 'sending' && claimed_by === ctx.requestId
	const { again, ended } = await settleInterrupted(ctx, tx, found.filter(isInterrupted))
	const queued = [...found.filter(({ status }) => status === 'queued'), ...again]
	const facts = await readFacts(ctx, tx, queued)
	const toSend: ClaimedMessage[] = []
	for (const message of queued) {
		if (facts.get(message.id)?.issue_state === 'paused') continue
		const blockReason = await findBlockReason(ctx, tx, { message, facts: facts.get(message.id), findReminderBlocker })
		if (blockReason === null) {
			// Read the pictures now: if that failed after the claim, it would be unclear whether the email was sent.
			const pictures = await readInlinePictures({ ...ctx, db: tx }, message.body_html)
			toSend.push({ ...message, attempts: message.attempts + 1, pictures })
		} else {
			await tx.updateTable('outbox_messages').set({ status: 'suppressed', last_error: blockReason }).where('id', '=', message.id).execute()
			ctx.log.info('email not sent', { messageId: message.id, why: blockReason })
		}
	}
	const claimed = toSend.map(({ id }) => id)
	if (claimed.length > 0)
		await tx
			.updateTable('outbox_messages')
			.set((eb) => ({ status: 'sending', claimed_by: ctx.requestId, attempts: eb('attempts', '+', 1) }))
			.where('id', 'in', claimed)
			.execute()
	return { toSend, ended }
}
