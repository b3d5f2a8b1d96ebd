import { type Selectable, sql } from 'kysely'

import { toMailStream } from '#domain/email/mail-stream.ts'
import { nextStep, type NextStep } from '#domain/email/next-step.ts'
import type { EmailOutcome } from '#server/adapters/email/port.ts'
import type { Tx } from '#server/db/database.ts'
import type { OutboxMessages } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { suppressAddress } from './mail-suppressions.ts'

export type Message = Selectable<OutboxMessages>
export type Delivery = { message: Message; outcome: EmailOutcome }

const STATUS = {
	sent: 'sent',
	retry: 'queued',
	'retry-in-doubt': 'queued',
	failed: 'failed',
	bounced: 'bounced',
	unknown: 'unknown',
} as const satisfies Record<NextStep, string>

const toNextStep = ({ message: { template, attempts, unconfirmed_attempts: unconfirmed }, outcome }: Delivery): NextStep =>
	nextStep(outcome, { attempts, unconfirmed, isBulk: toMailStream(template) === 'newsletter' })

/** Text that jsonb can hold. A mail server's reply may contain anything. */
const toText = (reply: string) => reply.replaceAll('\0', '').toWellFormed()

/**
 * Records the outcomes of sending in one statement. The content of accepted emails, which may include codes, is cleared.
 * @returns the next step of each
 */
export async function recordDeliveries(ctx: ServiceContext, tx: Tx, deliveries: readonly Delivery[]): Promise<NextStep[]> {
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
