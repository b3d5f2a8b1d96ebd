import { sql } from 'kysely'

import { latestBelievableMs } from '#domain/clock/stored-time.ts'
import { type Tx, countRows } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { isOfMailbox, lockMailbox } from './mail-suppressions.ts'

export type OutgoingMessage = {
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
export const UNSOLICITED_PRIORITY = -5

/**
 * Writes a message and its delivery job in the caller's transaction.
 * @returns the message's ID, or null if there is one with this dedupeKey already
 */
export async function enqueueMessage(ctx: ServiceContext, tx: Tx, message: OutgoingMessage): Promise<string | null> {
	const row = await tx
		.insertInto('outbox_messages')
		.values({
			channel: 'email',
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

export const BULK_HOURS = { first: 8, last: 20 } as const

/** True from 8:00 to 20:00 in the site's time zone, when bulk email may be sent. */
export function isBulkHour({ content, now }: Pick<ServiceContext, 'content' | 'now'>): boolean {
	const clock = new Intl.DateTimeFormat('en-US', { timeZone: siteZone(content), hour: '2-digit', hourCycle: 'h23' })
	const hour = Number(clock.format(now()))
	return hour >= BULK_HOURS.first && hour < BULK_HOURS.last
}

/** Emails are queued this many seconds ahead: more than a minute, because the job that queues more runs every minute. */
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

/** Returns the daily limit of bulk emails, and how many of them are left now; Infinity if the provider has no limit. */
export async function readDailyBulkQuota(ctx: ServiceContext): Promise<{ all: number; left: number }> {
	const { perDay } = ctx.config.email
	if (perDay === null) return { all: Infinity, left: Infinity }
	const all = Math.floor(perDay * BULK_SHARE)
	return { all, left: Math.max(0, all - (await countLastDay(ctx, all))) }
}

/**
 * Returns how many more bulk emails may be queued now: within the provider's rate and daily limit, minus those already queued. 0 at
 * night.
 */
export async function bulkCapacity(ctx: ServiceContext): Promise<number> {
	if (!isBulkHour(ctx)) return 0
	const free = Math.ceil((ctx.config.email.bulkPerHour / 3600) * QUEUED_SECONDS) - (await countQueued(ctx))
	return free <= 0 ? 0 : Math.min(free, (await readDailyBulkQuota(ctx)).left)
}

/** Bulk email. `issueId` is the ID of the newsletter issue. */
type BulkMessage = OutgoingMessage & { issueId?: string }

/** Job priority below the default of 0, so that sign-in codes and receipts queued later are sent first. */
export const BULK_PRIORITY = -10

/** Maximum emails per job. A job takes at most `QUEUED_SECONDS`, because no more emails are queued ahead. */
const COPIES_PER_JOB = 1000

/** Queues the delivery of bulk emails in the outbox. Those already sent aren't sent again. */
export async function enqueueBulkDelivery(ctx: ServiceContext, tx: Tx, messageIds: readonly string[]): Promise<void> {
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
		select 'email', "to", template, subject, text, html, coalesce(headers, '{}'), "dedupeKey", "issueId", ${ctx.now()}
		from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
			as t("to" text, template text, subject text, text text, html text, headers jsonb, "dedupeKey" text, "issueId" uuid)
		on conflict (dedupe_key) do nothing
		returning id`.execute(tx)
	const ids = rows.map(({ id }) => id)
	await enqueueBulkDelivery(ctx, tx, ids)
	return ids.length
}

export const FEW_PER_DAY = 3

/**
 * Like `enqueueMessage`, for an address that anyone can enter: a few per mailbox and day, sent after sign-in codes.
 * @param templates templates that count together
 * @returns the message's ID; null if the key is used already or the limit is reached
 */
export async function enqueueRateLimited(
	ctx: ServiceContext,
	tx: Tx,
	{ message, templates }: { message: OutgoingMessage; templates: readonly string[] },
): Promise<string | null> {
	const to = message.to.toLowerCase()
	await lockMailbox(tx, to)
	const recent = tx
		.selectFrom('outbox_messages')
		.where(isOfMailbox(to))
		.where('template', 'in', [...templates])
		.where('created_at', '>', new Date(ctx.now().getTime() - A_DAY_MS))
		.where('created_at', '<=', new Date(latestBelievableMs(ctx.now())))
	if ((await countRows(recent)) < FEW_PER_DAY) return enqueueMessage(ctx, tx, { ...message, to, priority: UNSOLICITED_PRIORITY })
	ctx.log.throttled('info', 'email not sent', { template: message.template, why: 'limit per address reached' })
	return null
}
