import { sql } from 'kysely'

import { contactDueAt, readCategory } from '#domain/support/categories.ts'
import { inTransaction, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const ANSWER_LENGTH = 10_000

/**
 * Normalizes line breaks and removes control characters.
 * @param field form field that shows the error message
 * @throws ServiceError text_refused (422)
 */
export function requireTicketText(typed: string, { longest = ANSWER_LENGTH, field }: { longest?: number; field: string }): string {
	const invalidText = (message: string) => new ServiceError('unprocessable', 'text_refused', message, { fields: { [field]: message } })
	const text = typed
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/[^\P{Cc}\n\t]/gu, '')
		.trim()
	if (text === '') throw invalidText('Write something first.')
	if ([...text].length > longest)
		throw invalidText(`This is longer than ${longest.toLocaleString('en-US')} characters. Please make it shorter.`)
	return text
}

/**
 * Adds a note to a ticket that only the team sees. Doesn't change its status or deadline.
 * @throws ServiceError text_refused (422), ticket_not_found (404)
 */
export async function addNote(ctx: ServiceContext, { id, authorId, text }: { id: string; authorId: string; text: string }): Promise<void> {
	const body = requireTicketText(text, { field: 'note' })
	await inTransaction(ctx.db, async (tx) => {
		const ticket = await tx.selectFrom('support_tickets').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
		if (!ticket) throw new ServiceError('not-found', 'ticket_not_found', 'This ticket was deleted. The note wasn’t saved.')
		await tx
			.insertInto('ticket_messages')
			.values({ ticket_id: id, kind: 'note', author_id: authorId, body, created_at: ctx.now() })
			.execute()
	})
}

/**
 * @param to null unassigns the ticket
 * @returns false if the ticket doesn't exist or is closed
 */
export async function assignTicket({ db }: ServiceContext, id: string, to: string | null): Promise<boolean> {
	if (!isUuid(id)) return false
	const assigned = await db
		.updateTable('support_tickets')
		.set({ assigned_to: to })
		.where('id', '=', id)
		.where('status', '<>', 'closed')
		.returning('id')
		.executeTakeFirst()
	return assigned !== undefined
}

/** @returns the previous status; null if the ticket doesn't exist or was closed already */
export async function closeTicket({ db }: ServiceContext, id: string): Promise<string | null> {
	if (!isUuid(id)) return null
	const closed = await db
		.updateTable('support_tickets as ticket')
		.from('support_tickets as before')
		.set({ status: 'closed' })
		.where('ticket.id', '=', id)
		.whereRef('before.id', '=', 'ticket.id')
		.where('ticket.status', '<>', 'closed')
		.returning('before.status')
		.executeTakeFirst()
	return closed?.status ?? null
}

/**
 * Reopens a ticket. An answered one gets a new deadline; the statistics keep the first deadline and its result.
 * @returns the deadline; null if the ticket doesn't exist or is open
 */
export async function reopenTicket({ db, now }: ServiceContext, id: string): Promise<Date | null> {
	if (!isUuid(id)) return null
	const ticket = await db
		.selectFrom('support_tickets')
		.select(['category', 'due_at', 'answered_at'])
		.where('id', '=', id)
		.executeTakeFirst()
	if (!ticket) return null
	const dueAt = ticket.answered_at ? new Date(contactDueAt(readCategory(ticket.category), now().getTime())) : ticket.due_at
	return (await markOpen({ db }, id, dueAt)) ? dueAt : null
}

/**
 * Reopens a ticket. The statistics keep the first deadline and its result.
 * @returns false if the ticket doesn't exist or is open
 */
export async function markOpen({ db }: Pick<ServiceContext, 'db'>, id: string, dueAt: Date): Promise<boolean> {
	const opened = await db
		.updateTable('support_tickets')
		.set({
			status: 'open',
			due_at: dueAt,
			answered_at: null,
			first_due_at: sql`case when answered_at is null then first_due_at else coalesce(first_due_at, due_at) end`,
			first_answered_at: sql`coalesce(first_answered_at, answered_at)`,
		})
		.where('id', '=', id)
		.where('status', '<>', 'open')
		.returning('id')
		.executeTakeFirst()
	return opened !== undefined
}

const SINCE_MS = 90 * 86_400_000

export type ReplyStatistics = {
	/** Tickets of the last 90 days that were answered or are past their deadline. */
	due: number
	kept: number
	/** Tickets that still have time for an answer. */
	waiting: number
	/** Median time to the first answer; null if no ticket was answered. */
	medianMs: number | null
}

/** Counts kept and missed deadlines, by first answers. Tickets closed without an answer don't count. */
export async function readReplyStatistics({ db, now }: ServiceContext): Promise<ReplyStatistics> {
	const { rows } = await sql<{ due: number; kept: number; waiting: number; median: number | null }>`
		select count(*) filter (where answered is not null or (status = 'open' and due_at <= ${now()}))::int as due,
			count(*) filter (where answered is null and status = 'open' and due_at > ${now()})::int as waiting, count(*) filter (where answered <= due_at)::int as kept,
			percentile_cont(0.5) within group (order by extract(epoch from answered - created_at))::float8 as median
		from (
			select created_at, status, coalesce(first_due_at, due_at) as due_at, coalesce(first_answered_at, answered_at) as answered
			from support_tickets where created_at > ${new Date(now().getTime() - SINCE_MS)}
		) recent_tickets`.execute(db)
	const [found] = rows
	return {
		due: found?.due ?? 0,
		kept: found?.kept ?? 0,
		waiting: found?.waiting ?? 0,
		medianMs: found?.median == null ? null : found.median * 1000,
	}
}
