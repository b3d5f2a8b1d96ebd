import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import type { Asked } from '#server/console/shell/lists.ts'

import { findOrders, type ListedOrder, listOrders } from './find-orders.ts'
import { readAskedOrders } from './read-orders.ts'

const amountOf = ({ currency }: ListedOrder, cents: number) => Number(decimalOf(cents, currency))

export const orderFile = exportList<ListedOrder>(consolePaths.orders, {
	kind: 'order',
	columns: [
		['when', (row) => formatTime(row.paid_at ?? row.created_at)],
		['order', (row) => row.id],
		['email', (row) => row.email ?? ''],
		['state', (row) => row.status],
		['mode', (row) => (row.livemode ? 'live' : 'test'), 'state'],
		['total', (row) => amountOf(row, row.total_cents)],
		['currency', (row) => row.currency.toUpperCase(), 'total'],
		['discount', (row) => amountOf(row, row.discount_cents), 'code'],
		['refunded', (row) => amountOf(row, row.status === 'refunded' ? row.total_cents : (row.refunded_cents ?? 0)), 'state'],
		['code', (row) => row.discount_code ?? ''],
		['order number', (row) => orderNumber(row.id), 'order'],
		['name', (row) => row.buyer_name ?? '', 'email'],
		['product', (row) => row.product_name],
	],
	ask({ db, content }, params) {
		const { typed, days, filters: asked, part } = readAskedOrders(params, content)
		const { status, product } = asked
		const filters = { state: status ?? '', ...(product !== null && { product }), ...days.typed, search: typed !== '' }
		if (typed !== '') return { sort: null, filters, read: () => findOrders(db, typed, asked) }
		const list = (page: Asked) => listOrders(db, { ...page, ...asked })
		return { sort: part.sort, filters, read: (page) => list(page).execute(), readIds: (page) => idsOf(db, list(page)) }
	},
})
