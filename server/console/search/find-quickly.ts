import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { wordOfOrder } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { readQuery } from '#server/console/shell/look-up.ts'

import { findAll } from './read-search.ts'

/** Maximum results of each kind, texts only by title; the search page shows more. */
const MAX = 5

export type Found = {
	kind: 'learner' | 'order' | 'ticket' | 'subscriber' | 'application' | 'coupon' | 'text'
	href: string
	title: string
	note: string
}

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** Returns the first results of each kind for the command palette, as JSON. */
export async function findQuickly({ c, ctx, by }: ConsoleActionRequest) {
	const typed = readQuery(c.req.query('q'))
	const { people, orders, tickets, subscribers, applications, coupons, texts } = await findAll({ ctx, by }, typed)
	const found: Found[] = [
		...people.slice(0, MAX).map(({ id, email, phone, name }) => ({
			kind: 'learner' as const,
			href: `${consolePaths.learners}/${id}`,
			title: email ?? phone ?? id.slice(-8),
			note: name ?? '',
		})),
		...orders.slice(0, MAX).map(({ id, email, status, total_cents: cents, currency, created_at: at, provider }) => ({
			kind: 'order' as const,
			href: `${consolePaths.orders}/${id}`,
			title: `${formatMoney(cents, currency)} ${email ?? ''}`.trim(),
			note: `${orderNumber(id)}, ${wordOfOrder({ status, provider }).replaceAll('_', ' ')}, ${toDay(at)}`,
		})),
		...tickets.slice(0, MAX).map(({ id, subject, email, status }) => ({
			kind: 'ticket' as const,
			href: `${consolePaths.tickets}/${id}`,
			title: subject,
			note: `${email}, ${status}`,
		})),
		...subscribers.slice(0, MAX).map(({ id, email, status }) => ({
			kind: 'subscriber' as const,
			href: `${consolePaths.subscribers}/${id}`,
			title: email,
			note: status,
		})),
		...applications.slice(0, MAX).map(({ id, name, email }) => ({
			kind: 'application' as const,
			href: `${consolePaths.applications}/${id}`,
			title: name,
			note: email,
		})),
		...coupons.slice(0, MAX).map((code) => ({
			kind: 'coupon' as const,
			href: `${consolePaths.coupons}/${encodeURIComponent(code)}`,
			title: code,
			note: '',
		})),
		...texts
			.filter(({ isNamed }) => isNamed)
			.slice(0, MAX)
			.map(({ path, title, group }) => ({ kind: 'text' as const, href: fileAddress(path), title, note: group })),
	]
	return c.json(found)
}
