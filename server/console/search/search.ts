import { html } from 'hono/html'
import { sql } from 'kysely'

import { findLearners } from '#server/console/learners/find-learners.ts'
import { learnerTable } from '#server/console/learners/learner-table.ts'
import { findOrders } from '#server/console/orders/find-orders.ts'
import { orderTable } from '#server/console/orders/order-table.ts'
import { beginsWith, inPrefixOrder, readQuery, SHORT_REFERENCE, UUID } from '#server/console/shell/look-up.ts'
import { showPage } from '#server/console/shell/page.ts'
import { badge, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'

const MOST_FOUND = 20

const byEmail = sql<string>`email`
const byName = sql<string>`left(lower(name), 80)`

/** Letters by id, its last eight digits, the beginning of the address or of the sender's name. */
async function findTickets(db: Db, typed: string) {
	const tickets = db.selectFrom('support_tickets').select(['id', 'email', 'subject', 'status', 'created_at']).limit(MOST_FOUND)
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

/** Mails by id, the mail server's id, or the whole address they went to. */
function findMails(db: Db, typed: string) {
	const mails = db
		.selectFrom('outbox_messages')
		.select(['id', 'to_address', 'template', 'subject', 'status', 'created_at', 'last_error'])
		.limit(MOST_FOUND)
	if (UUID.test(typed)) return mails.where('id', '=', typed.toLowerCase()).execute()
	if (typed.includes('@') && !typed.startsWith('<'))
		return mails.where('to_address', '=', typed.toLowerCase()).orderBy('created_at', 'desc').execute()
	return mails.where('provider_id', '=', typed).execute()
}

/** Any person, order, letter or mail by anything known of it. What is found alone is opened at once. */
async function showSearch(work: Work) {
	const {
		c,
		ctx: { db },
	} = work
	const typed = readQuery(c.req.query('q'))
	if (typed === '') {
		const content = html`<p>
			Type whatever you know: the beginning of an email address, name or phone number; an id or its last eight digits; the id of a checkout,
			payment, refund or dispute; a discount code; the reference of a bank transfer.
		</p>`
		return showPage(work, { title: 'Find anything', content })
	}
	const people = await findLearners(db, typed)
	const orders = await findOrders(db, typed)
	const tickets = await findTickets(db, typed)
	const mails = await findMails(db, typed)
	const [only] = [...people.map(({ id }) => `${places.learners}/${id}`), ...orders.map(({ id }) => `${places.orders}/${id}`)]
	if (only !== undefined && people.length + orders.length + tickets.length + mails.length === 1) return c.redirect(only, 303)
	const parts = [
		people.length > 0 &&
			html`<h2>People</h2>
				${learnerTable(people, '')}`,
		orders.length > 0 &&
			html`<h2>Orders</h2>
				${orderTable(orders, '')}`,
		tickets.length > 0 &&
			html`<h2>Messages from people</h2>
				${table({
					caption: 'Messages from people',
					head: ['When', 'From', 'Subject', 'State'],
					rows: tickets.map(({ id, email, subject, status, created_at }) => [
						when(created_at),
						email,
						html`<a href="${places.tickets}/${id}">${subject}</a>`,
						badge(status),
					]),
					empty: '',
				})}`,
		mails.length > 0 &&
			html`<h2>Mails sent</h2>
				${table({
					caption: 'Mails sent',
					head: ['When', 'To', 'Subject', 'State', 'Error'],
					rows: mails.map(({ id, to_address, template, subject, status, created_at, last_error }) => [
						when(created_at),
						to_address,
						html`<a href="${places.messages}/${id}">${subject}</a> (${template})`,
						badge(status),
						last_error ?? '–',
					]),
					empty: '',
				})}`,
	].filter((part) => part !== false)
	const shown = typed.length > 60 ? `${typed.slice(0, 60)}…` : typed
	const content = parts.length > 0 ? html`${parts}` : html`<p class="empty">Nothing is known by “${shown}”.</p>`
	return showPage(work, { title: `Found for “${shown}”`, content })
}

export const searchRoutes = [page(places.search, 'support', showSearch)]
