import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type OutgoingMessage = {
	channel: 'email'
	/** One bare address, already validated. */
	to: string
	/** Name of the text's template, by which tests and the outbox page find messages. */
	template: string
	subject: string
	text: string
	html: string
	/** Mail headers beyond the usual ones, e.g. List-Unsubscribe. No line breaks. */
	headers?: Record<string, string>
	/** One message per key, however often its cause is reported. */
	dedupeKey?: string
	/** `TO_STRANGERS` for an address typed into a form; by default the mail has the priority of a sign-in code. */
	priority?: number
}

/** Behind sign-in codes and receipts, before letters to subscribers. */
export const TO_STRANGERS = -5

/**
 * Writes a message and the job that delivers it in the caller's transaction, so that both exist exactly when the caller's change does.
 * @returns the message's id, or null when a message with this dedupeKey exists already
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
