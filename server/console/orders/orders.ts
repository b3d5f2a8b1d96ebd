import { html } from 'hono/html'

import type { OrderStatus } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readQuery, toPlaceOf } from '#server/console/shell/look-up.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, choice, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { action, guardedAction, page, withOwnTransaction } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'

import { correct, showCorrection } from './correct-invoice.ts'
import { takeEvidence } from './evidence.ts'
import { findOrders, type ListedOrder, listOrders, PAGE_SIZE } from './find-orders.ts'
import { endAccess, grantRefund, reconcileNow, sendAgain, takeTransfer, tellRefundSent } from './order-actions.ts'
import { showOrder } from './order-page.ts'
import { toneOf } from './tone.ts'

const STATES: readonly OrderStatus[] = [
	'paid',
	'pending',
	'processing',
	'failed',
	'expired',
	'canceled',
	'partially_refunded',
	'refund_pending',
	'refunded',
	'disputed',
	'dispute_lost',
]

export const orderTable = (orders: readonly ListedOrder[], empty: string): Html =>
	table({
		caption: 'Orders',
		head: ['When', 'Order', 'Address', 'State', 'Total', 'Code'],
		rows: orders.map((order) => [
			when(order.created_at),
			html`<a class="whole" href="${places.orders}/${order.id}">${order.id.slice(-8)}</a>`,
			order.email ?? '–',
			html`${badge(order.status, toneOf(order.status))}${order.livemode ? '' : html` <small>test</small>`}`,
			html`<span class="whole">${formatMoney(order.total_cents, order.currency)}</span>`,
			order.discount_code ?? '–',
		]),
		empty,
	})

const STATE = { id: 'orders-state', name: 'state', label: 'State' }

const filter = (typed: string, status: OrderStatus | null): Html =>
	html`<form class="choices" method="get" action="${places.orders}" role="search" aria-label="Orders">
		<div class="field">
			<label for="orders-q">Address, order id, code or id of the provider</label>
			<input id="orders-q" name="q" type="search" value="${typed}" maxlength="320" autocomplete="off" />
		</div>
		${choice({ ...STATE, options: STATES.map((each) => [each, each.replaceAll('_', ' ')] as const), chosen: status })}
		<button class="quiet">Show</button>
	</form>`

/** Orders, newest first; of one state; or found by what is known of them. */
async function showOrders(work: Work) {
	const {
		c,
		ctx: { db },
	} = work
	const typed = readQuery(c.req.query('q'))
	const status = STATES.find((each) => each === c.req.query('state')) ?? null
	if (typed !== '') {
		const found = (await findOrders(db, typed)).filter((order) => status === null || order.status === status)
		const content = html`${filter(typed, status)} ${orderTable(found, 'No order is known by this.')}`
		return showPage(work, { title: 'Orders', content })
	}
	const orders = await listOrders(db, { status, before: c.req.query('before') })
	const last = orders.length === PAGE_SIZE ? orders.at(-1) : undefined
	const next = last && new URLSearchParams({ ...(status && { state: status }), before: toPlaceOf(last) })
	const content = html`${filter(typed, status)}
	${orderTable(orders, status === null ? 'Nobody has ordered yet.' : `No order is ${status.replaceAll('_', ' ')}.`)}
	${older(next ? `${places.orders}?${next.toString()}` : null)}`
	return showPage(work, { title: 'Orders', content })
}

const ORDER = `${places.orders}/:order`

export const orderRoutes = [
	page(places.orders, 'support', showOrders),
	page(ORDER, 'support', showOrder),
	action(`${ORDER}/reconcile`, 'support', reconcileNow),
	action(`${ORDER}/mail`, 'support', sendAgain),
	guardedAction(`${ORDER}/end-access`, endAccess),
	guardedAction(`${ORDER}/evidence`, takeEvidence),
	page(`${ORDER}/correct-invoice`, 'operator', (work) => showCorrection(work)),
	guardedAction(`${ORDER}/correct-invoice`, correct),
	guardedAction(`${ORDER}/refund`, grantRefund),
	// They settle the order after the transaction that decides; what a lost connection leaves undone is done by a second press.
	withOwnTransaction(guardedAction(`${ORDER}/transfer-paid`, takeTransfer)),
	withOwnTransaction(guardedAction(`${ORDER}/refund-sent`, tellRefundSent)),
]
