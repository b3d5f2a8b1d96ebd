import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type OutgoingMessage = {
	channel: 'email'
	/** Single address without a name, already validated. */
	to: string
	/** Template ID, by which tests and the outbox page find messages. */
	template: string
	subject: string
	text: string
	html: string
	/** Additional headers, such as List-Unsubscribe. No line breaks. */
	headers?: Record<string, string>
	/** At most one message is created per key. */
	dedupeKey?: string
	/** Job priority; defaults to that of sign-in codes. */
	priority?: number
}

/** Priority after sign-in codes and receipts, before newsletters. */
export const TO_STRANGERS = -5

/**
 * Writes a message and its delivery job in the caller's transaction.
 * @returns the message's ID, or null if there is one with this dedupeKey already
 */
export async function enqueueMessage(ctx: ServiceContext, tx: Tx, message: OutgoingMessage): Promise<string | null> {
	const row = await tx
		.insertInto('outbox_messages')
		.values({
			channel: message.channel,
			to_address: message.to,
			template: message.template,
			subject: message.subject,
			body: message.text,
			body_html: message.html,
			headers: JSON.stringify(message.headers ?? {}),
			dedupe_key: message.dedupeKey ?? null,
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.column('dedupe_key').doNothing())
		.returning('id')
		.executeTakeFirst()
	if (!row) return null
	await ctx.jobs.enqueue(tx, { name: 'deliver-message', payload: { messageId: row.id }, options: { priority: message.priority ?? 0 } })
	return row.id
}
