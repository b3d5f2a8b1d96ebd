import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { findLearners } from '#server/console/learners/find-learners.ts'
import { findOrders } from '#server/console/orders/find-orders.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'

import { findTickets } from './read-search.ts'

/** Of each kind. The search page shows the rest. */
const MOST = 5

export type Found = { kind: 'learner' | 'order' | 'ticket'; href: string; title: string; note: string }

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** The first people, orders and tickets for what was typed into the command palette, as JSON. */
export async function findQuickly({ c, ctx: { db } }: Work) {
	const typed = readQuery(c.req.query('q'))
	if (typed === '') return c.json([])
	const learners = await findLearners(db, typed)
	const orders = await findOrders(db, typed)
	const tickets = await findTickets(db, typed)
	const found: Found[] = [
		...learners.slice(0, MOST).map(({ id, email, phone, name }) => ({
			kind: 'learner' as const,
			href: `${places.learners}/${id}`,
			title: email ?? phone ?? id.slice(-8),
			note: name ?? '',
		})),
		...orders.slice(0, MOST).map(({ id, email, status, total_cents: cents, currency, created_at: at }) => ({
			kind: 'order' as const,
			href: `${places.orders}/${id}`,
			title: `${formatMoney(cents, currency)} ${email ?? ''}`.trim(),
			note: `${orderNumber(id)}, ${status.replaceAll('_', ' ')}, ${toDay(at)}`,
		})),
		...tickets.slice(0, MOST).map(({ id, subject, email, status }) => ({
			kind: 'ticket' as const,
			href: `${places.tickets}/${id}`,
			title: subject,
			note: `${email}, ${status}`,
		})),
	]
	return c.json(found)
}
