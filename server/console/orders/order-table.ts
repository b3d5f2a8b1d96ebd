import { html } from 'hono/html'

import { formatMoney } from '#domain/pricing/money.ts'
import type { Html } from '#server/console/shell/page.ts'
import { badge, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'

import type { ListedOrder } from './find-orders.ts'

/** For the search, until it is a page of app/admin too. */
export const orderTable = (orders: readonly ListedOrder[], empty: string): Html =>
	table({
		caption: 'Orders',
		head: ['When', 'Order', 'Address', 'State', 'Total', 'Code'],
		rows: orders.map((order) => [
			when(order.created_at),
			html`<a class="whole" href="${places.orders}/${order.id}">${order.id.slice(-8)}</a>`,
			order.email ?? '–',
			html`${badge(order.status)}${order.livemode ? '' : html` <small>test</small>`}`,
			html`<span class="whole">${formatMoney(order.total_cents, order.currency)}</span>`,
			order.discount_code ?? '–',
		]),
		empty,
	})
