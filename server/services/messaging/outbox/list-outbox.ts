import type { OutboxEntry } from '#contracts/outbox.ts'
import type { ServiceContext } from '#server/services/context.ts'

const MAX_ENTRIES = 100

/**
 * Lists messages, newest first, at most 100. Only for the sandbox's own pages, because the bodies contain sign-in codes. Omits
 * channels that send real messages.
 * @param to email address without a name, or E.164 number; null for all
 */
export async function listOutbox(ctx: ServiceContext, to: string | null): Promise<OutboxEntry[]> {
	const channels = (['email', 'sms'] as const).filter((channel) => ctx.config[channel].mode === 'outbox')
	let query = ctx.db
		.selectFrom('outbox_messages')
		.select(['channel', 'to_address', 'subject', 'body', 'created_at', 'status'])
		.where('channel', 'in', channels)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(MAX_ENTRIES)
	if (to !== null) query = query.where('to_address', '=', to)
	const rows = await query.execute()
	return rows.map((row) => ({
		channel: row.channel as OutboxEntry['channel'],
		to: row.to_address,
		subject: row.subject,
		body: row.body,
		created_at: row.created_at.toISOString(),
		status: row.status as OutboxEntry['status'],
	}))
}
