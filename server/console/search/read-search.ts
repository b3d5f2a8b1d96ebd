import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { findLearners } from '#server/console/learners/find-learners.ts'
import { findOrders } from '#server/console/orders/find-orders.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { beginsWith, inPrefixOrder, readQuery, SHORT_REFERENCE, UUID } from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'

const MAX_FOUND = 20
const MAX_SHOWN_LENGTH = 60

const byEmail = sql<string>`email`
const byName = sql<string>`left(lower(name), 80)`

/** Tickets by ID, its last eight digits, the start of the address or of the sender's name. */
export async function findTickets(db: Db, typed: string) {
	const tickets = db.selectFrom('support_tickets').select(['id', 'email', 'subject', 'status', 'created_at']).limit(MAX_FOUND)
	if (UUID.test(typed)) return tickets.where('id', '=', typed.toLowerCase()).execute()
	const short = SHORT_REFERENCE.exec(typed)?.[1]
	const found = short === undefined ? [] : await tickets.where(sql<boolean>`right(id::text, 8) = ${short.toLowerCase()}`).execute()
	if (found.length > 0) return found
	const text = typed.toLowerCase()
	const ofEmail = await tickets.where(beginsWith(byEmail, text)).orderBy(inPrefixOrder(byEmail)).execute()
	if (ofEmail.length > 0 || text.includes('@')) return ofEmail
	return tickets
		.where(beginsWith(byName, text.slice(0, 80)))
		.orderBy(inPrefixOrder(byName))
		.execute()
}

/** Emails by ID, the mail server's ID, or the whole address they went to. */
function findMails(db: Db, typed: string) {
	const mails = db
		.selectFrom('outbox_messages')
		.select(['id', 'to_address', 'template', 'subject', 'status', 'created_at', 'last_error'])
		.limit(MAX_FOUND)
	if (UUID.test(typed)) return mails.where('id', '=', typed.toLowerCase()).execute()
	if (typed.includes('@') && !typed.startsWith('<'))
		return mails.where('to_address', '=', typed.toLowerCase()).orderBy('created_at', 'desc').execute()
	return mails.where('provider_id', '=', typed).execute()
}

/** Any person, order, ticket or email by anything known of it. `only` is the page of the one person or order found alone. */
export async function readSearch({ ctx: { db }, url: { searchParams } }: ConsoleRequest) {
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const people = await findLearners(db, typed)
	const orders = await findOrders(db, typed)
	const tickets = typed === '' ? [] : await findTickets(db, typed)
	const mails = typed === '' ? [] : await findMails(db, typed)
	const [only = null] = [
		...people.map(({ id }) => `${consolePaths.learners}/${id}`),
		...orders.map(({ id }) => `${consolePaths.orders}/${id}`),
	]
	return {
		typed: typed.length > MAX_SHOWN_LENGTH ? `${typed.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : typed,
		people,
		orders,
		tickets,
		mails,
		only: people.length + orders.length + tickets.length + mails.length === 1 ? only : null,
	}
}
