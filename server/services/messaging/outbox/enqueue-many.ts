import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import type { OutgoingMessage } from './enqueue-message.ts'

export const BULK_HOURS = { first: 8, last: 20 } as const

/** True from 8:00 to 20:00 in the site's time zone, when bulk email may be sent. */
function isBulkHour({ content, now }: Pick<ServiceContext, 'content' | 'now'>): boolean {
	const clock = new Intl.DateTimeFormat('en-US', { timeZone: siteZone(content), hour: '2-digit', hourCycle: 'h23' })
	const hour = Number(clock.format(now()))
	return hour >= BULK_HOURS.first && hour < BULK_HOURS.last
}

/** Returns the number of bulk emails per minute; 0 outside their hours. Other emails aren't counted and are sent first. */
export const bulkCapacity = (ctx: Pick<ServiceContext, 'config' | 'content' | 'now'>): number =>
	isBulkHour(ctx) ? Math.ceil(ctx.config.email.bulkPerHour / 60) : 0

/** Bulk email. `letterId` is the ID of the newsletter issue. */
type BulkMessage = OutgoingMessage & { letterId?: string }

/** Job priority below the default of 0, so that sign-in codes and receipts queued later are sent first. */
const PRIORITY = -10

/**
 * Like `enqueueMessage`, for many emails that aren't urgent, in two statements.
 * @returns the number of new messages
 */
export async function enqueueMany(ctx: ServiceContext, tx: Tx, messages: readonly BulkMessage[]): Promise<number> {
	if (messages.length === 0) return 0
	const { rows } = await sql<{ id: string }>`
		insert into outbox_messages (channel, to_address, template, subject, body, body_html, headers, dedupe_key, issue_id, created_at)
		select 'email', "to", template, subject, text, html, coalesce(headers, '{}'), "dedupeKey", "letterId", ${ctx.now()}
		from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
			as t("to" text, template text, subject text, text text, html text, headers jsonb, "dedupeKey" text, "letterId" uuid)
		on conflict (dedupe_key) do nothing
		returning id`.execute(tx)
	await ctx.jobs.enqueueMany(tx, { name: 'deliver-message', payloads: rows.map(({ id }) => ({ messageId: id })), priority: PRIORITY })
	return rows.length
}
