import { sql } from 'kysely'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import type { OutgoingMessage } from './enqueue-message.ts'

export const BULK_HOURS = { first: 8, last: 20 } as const

/** True from 8:00 to 20:00 in the site's time zone, when bulk email may be sent. */
export function isBulkHour({ content, now }: Pick<ServiceContext, 'content' | 'now'>): boolean {
	const clock = new Intl.DateTimeFormat('en-US', { timeZone: siteZone(content), hour: '2-digit', hourCycle: 'h23' })
	const hour = Number(clock.format(now()))
	return hour >= BULK_HOURS.first && hour < BULK_HOURS.last
}

/** Queued ahead: a little more than a minute's worth, because more is queued every minute. */
const QUEUED_SECONDS = 90
/** Share of the provider's daily limit that newsletters may use. The rest is for codes and receipts. */
const BULK_SHARE = 0.9
const A_DAY_MS = 86_400_000

const countQueued = async ({ db }: Pick<ServiceContext, 'db'>): Promise<number> => {
	const { rows } = await sql<{ count: number }>`select coalesce(sum(jsonb_array_length(data -> 'messageIds')), 0)::int as count
		from pgboss.job where name = 'deliver-copies' and state < 'completed'`.execute(db)
	return rows[0]?.count ?? 0
}

async function countLastDay({ db, now }: Pick<ServiceContext, 'db' | 'now'>, most: number): Promise<number> {
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select from outbox_messages
		where channel = 'email' and status <> 'suppressed' and created_at > ${new Date(now().getTime() - A_DAY_MS)} limit ${most}) as sent`.execute(
		db,
	)
	return rows[0]?.count ?? 0
}

/** Returns how many bulk emails may leave in 24 hours by the provider's limit, and how many of them are left; Infinity without one. */
export async function readDailyRoom(ctx: ServiceContext): Promise<{ all: number; left: number }> {
	const { perDay } = ctx.config.email
	if (perDay === null) return { all: Infinity, left: Infinity }
	const all = Math.floor(perDay * BULK_SHARE)
	return { all, left: Math.max(0, all - (await countLastDay(ctx, all))) }
}

/**
 * Returns how many bulk emails may be queued now, by the provider's rate and daily limit and what is queued already; 0 outside their
 * hours. Other emails are sent first.
 */
export async function bulkCapacity(ctx: ServiceContext): Promise<number> {
	if (!isBulkHour(ctx)) return 0
	const room = Math.ceil((ctx.config.email.bulkPerHour / 3600) * QUEUED_SECONDS) - (await countQueued(ctx))
	return room <= 0 ? 0 : Math.min(room, (await readDailyRoom(ctx)).left)
}

/** Bulk email. `letterId` is the ID of the newsletter issue. */
type BulkMessage = OutgoingMessage & { letterId?: string }

/** Job priority below the default of 0, so that sign-in codes and receipts queued later are sent first. */
export const AFTER_OTHERS = -10

/** Emails per job. It lasts a minute and a half at most, because no more than that is queued ahead. */
const COPIES_PER_JOB = 1000

/** Queues the delivery of bulk emails that are in the outbox. Emails that were sent in the meantime are left alone. */
export async function enqueueCopies(ctx: ServiceContext, tx: Tx, messageIds: readonly string[]): Promise<void> {
	for (let from = 0; from < messageIds.length; from += COPIES_PER_JOB)
		await ctx.jobs.enqueue(tx, { name: 'deliver-copies', payload: { messageIds: messageIds.slice(from, from + COPIES_PER_JOB) } })
}

/**
 * Like `enqueueMessage`, for many emails that aren't urgent.
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
	await enqueueCopies(
		ctx,
		tx,
		rows.map(({ id }) => id),
	)
	return rows.length
}
