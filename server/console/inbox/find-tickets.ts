import { sql } from 'kysely'

import { beginsWith, inPrefixOrder, namesOf, SHORT_REFERENCE, toNamePrefix, UUID } from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'

const MAX_FOUND = 20

const byEmail = sql<string>`ticket.email`

/** Finds tickets by id or its last eight digits, or by the start of the sender's address, name or last name. */
export async function findTickets(db: Db, typed: string) {
	const tickets = db
		.selectFrom('support_tickets as ticket')
		.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
		.select(['ticket.id', 'name', 'ticket.email', 'category', 'subject', 'status', 'due_at', 'answered_at', 'ticket.created_at'])
		.select('assignee.email as assignee')
		.limit(MAX_FOUND)
	if (UUID.test(typed)) return tickets.where('ticket.id', '=', typed.toLowerCase()).execute()
	const short = SHORT_REFERENCE.exec(typed)?.[1]
	const found = short === undefined ? [] : await tickets.where(sql<boolean>`right(ticket.id::text, 8) = ${short.toLowerCase()}`).execute()
	if (found.length > 0) return found
	const text = typed.toLowerCase()
	const ofEmail = await tickets.where(beginsWith(byEmail, text)).orderBy(inPrefixOrder(byEmail)).execute()
	if (text.includes('@')) return ofEmail
	const ofName = []
	for (const by of namesOf(sql`name`))
		ofName.push(
			...(await tickets
				.where(beginsWith(by, toNamePrefix(text)))
				.orderBy(inPrefixOrder(by))
				.execute()),
		)
	return [...new Map([...ofEmail, ...ofName].map((ticket) => [ticket.id, ticket])).values()].slice(0, MAX_FOUND)
}
