import { sql } from 'kysely'

import type { OutboxEntry } from '#contracts/outbox.ts'
import { formatterWithZone } from '#domain/clock/format-with-zone.ts'
import { isUuid } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

const MAX_ENTRIES = 100

export type OutboxMessage = {
	id: string
	hasHtml: boolean
	/** In the academy’s time zone, with its name. */ sentAt: string
	entry: OutboxEntry
}

const channelsOf = ({ config }: ServiceContext) => (['email', 'sms'] as const).filter((channel) => config[channel].mode === 'outbox')

/** Returns the HTML of an email in the outbox; null if there is none, or real messages are sent. */
export async function readOutboxHtml(ctx: ServiceContext, id: string): Promise<string | null> {
	if (!isUuid(id) || !channelsOf(ctx).includes('email')) return null
	const mail = await ctx.db
		.selectFrom('outbox_messages')
		.select('body_html')
		.where('id', '=', id)
		.where('channel', '=', 'email')
		.executeTakeFirst()
	return mail?.body_html || null
}

/**
 * Lists messages, newest first, at most 100. Only for the sandbox's own pages, because the bodies contain sign-in codes. Omits
 * channels that send real messages.
 * @param to email address without a name, or E.164 number; null for all
 */
export async function listOutbox(ctx: ServiceContext, to: string | null): Promise<OutboxMessage[]> {
	const channels = channelsOf(ctx)
	let query = ctx.db
		.selectFrom('outbox_messages')
		.select(['id', 'channel', 'to_address', 'subject', 'body', 'created_at', 'status'])
		.select(sql<boolean>`body_html <> ''`.as('has_html'))
		.where('channel', 'in', channels)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(MAX_ENTRIES)
	if (to !== null) query = query.where('to_address', '=', to)
	const rows = await query.execute()
	const format = formatterWithZone(siteZone(ctx.content), 'short')
	return rows.map((row) => ({
		id: row.id,
		hasHtml: row.has_html,
		sentAt: format(row.created_at),
		entry: {
			channel: row.channel as OutboxEntry['channel'],
			to: row.to_address,
			subject: row.subject,
			body: row.body,
			created_at: row.created_at.toISOString(),
			status: row.status as OutboxEntry['status'],
		},
	}))
}
