import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { findLearners } from '#server/console/learners/find-learners.ts'
import { findOrders } from '#server/console/orders/find-orders.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { readQuery } from '#server/console/shell/look-up.ts'

import { findTickets } from './read-search.ts'

/** Most results of each kind. The search page shows the rest. */
const MAX = 5

export type Found = { kind: 'learner' | 'order' | 'ticket'; href: string; title: string; note: string }

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** First people, orders and tickets for a query of the command palette, as JSON. */
export async function findQuickly({ c, ctx: { db } }: ConsoleActionRequest) {
	const typed = readQuery(c.req.query('q'))
	if (typed === '') return c.json([])
	const learners = await findLearners(db, typed)
	const orders = await findOrders(db, typed)
	const tickets = await findTickets(db, typed)
	const found: Found[] = [
		...learners.slice(0, MAX).map(({ id, email, phone, name }) => ({
			kind: 'learner' as const,
			href: `${consolePaths.learners}/${id}`,
			title: email ?? phone ?? id.slice(-8),
			note: name ?? '',
		})),
		...orders.slice(0, MAX).map(({ id, email, status, total_cents: cents, currency, created_at: at }) => ({
			kind: 'order' as const,
			href: `${consolePaths.orders}/${id}`,
			title: `${formatMoney(cents, currency)} ${email ?? ''}`.trim(),
			note: `${orderNumber(id)}, ${status.replaceAll('_', ' ')}, ${toDay(at)}`,
		})),
		...tickets.slice(0, MAX).map(({ id, subject, email, status }) => ({
			kind: 'ticket' as const,
			href: `${consolePaths.tickets}/${id}`,
			title: subject,
			note: `${email}, ${status}`,
		})),
	]
	return c.json(found)
}
