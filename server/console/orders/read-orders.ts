import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { ORDER_FILTERS, toDisplayedOrderStatus } from '#domain/orders/order-status.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readDateFilter } from '#server/console/shell/date-filter.ts'
import { exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import { type ListRequest, readListRequest, readListView, readSortedPage } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { listOrderedCodes, listProducts } from '#server/services/commerce/orders/list-products.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import {
	countGiven,
	DATED_SORTS,
	findOrders,
	type ListedOrder,
	ordersQuery,
	ORDER_SORTS,
	type OrderFilters,
	refundedOf,
	sortFoundOrders,
} from './find-orders.ts'
import { sumFoundOrders, sumOrders } from './sum-orders.ts'

const STATES = ['all', ...ORDER_FILTERS] as const

/**
 * Reads the filters. Without a status, complimentary orders are left out; a search finds them, too. The code of a product that is no
 * longer sold is kept: an old link to it must not list all orders.
 */
export function readOrdersRequest(params: URLSearchParams, content: Content) {
	const typed = readQuery(params.get('q') ?? undefined)
	const state = STATES.find((each) => each === params.get('state')) ?? null
	const status = state === 'all' ? null : (state ?? (typed === '' ? 'sold' : null))
	const product = readQuery(params.get('product') ?? undefined) || null
	const days = readDateFilter(params, siteZone(content))
	// Not `code`: an export's form has the second factor's code in that field.
	const coupon = readQuery(params.get('coupon') ?? undefined) || null
	const isTimeOnly = coupon !== null || days.since !== null || days.until !== null
	const filters: OrderFilters = { status, product, coupon, since: days.since, until: days.until }
	return { typed, state, days, filters, part: readListRequest(params, isTimeOnly ? DATED_SORTS : ORDER_SORTS, '-created') }
}

export async function readOrders(request: ConsoleRequest) {
	const { db, content } = request.ctx
	const view = await readListView(request, 'orders')
	const { typed, state, days, filters, part } = readOrdersRequest(request.url.searchParams, content)
	const { status, product, coupon = null } = filters
	const formValues = { typed, state, product, coupon, ...days.typed }
	const [products, codes] = [await listProducts(request.ctx, product), await listOrderedCodes(db, coupon)]
	const shown = { view, filters: formValues, isRefused: days.isRefused, products, codes }
	if (typed !== '') {
		const { rows, sort } = sortFoundOrders(await findOrders(db, typed, filters), request.url.searchParams)
		return {
			...shown,
			orders: rows,
			sort,
			next: null,
			total: null,
			hidden: 0,
			sums: sort === null || rows.length === 0 ? null : sumFoundOrders(rows),
		}
	}
	const list = (listRequest: ListRequest) => ordersQuery(db, { ...listRequest, ...filters })
	const { rows, next, total } = await readSortedPage(db, list, { ...part, limit: view.pageRows + 1 })
	const sums = rows.length === 0 ? null : await sumOrders(db, { ...part, ...filters })
	const hidden = status === 'sold' ? await countGiven(db, filters) : 0
	return { ...shown, orders: rows, sort: part.sort.name, next, total, hidden, sums }
}

const amountOf = ({ currency }: ListedOrder, cents: number) => Number(decimalOf(cents, currency))

export const orderFile = exportList<ListedOrder>(consolePaths.orders, {
	kind: 'order',
	columns: [
		['when', (row) => formatTime(row.paid_at ?? row.created_at)],
		['order', (row) => row.id],
		['email', (row) => row.email ?? ''],
		['state', (row) => toDisplayedOrderStatus(row)],
		['mode', (row) => (row.livemode ? 'live' : 'test'), 'state'],
		['total', (row) => amountOf(row, row.total_cents)],
		['currency', (row) => row.currency.toUpperCase(), 'total'],
		['discount', (row) => amountOf(row, row.discount_cents), 'total'],
		['refunded', (row) => amountOf(row, refundedOf(row)), 'state'],
		['code', (row) => row.discount_code ?? '', 'coupon'],
		['order number', (row) => orderNumber(row.id), 'order'],
		['name', (row) => row.buyer_name ?? '', 'email'],
		['product', (row) => row.product_name],
	],
	openSource({ db, content }, params) {
		const { typed, state, days, filters: orderFilters, part } = readOrdersRequest(params, content)
		const { product, coupon } = orderFilters
		const filters = {
			state: state ?? '',
			...(product !== null && { product }),
			...(coupon && { coupon }),
			...days.typed,
			search: typed !== '',
		}
		if (typed !== '')
			return { sort: null, filters, read: async () => sortFoundOrders(await findOrders(db, typed, orderFilters), params).rows }
		const list = (page: ListRequest) => ordersQuery(db, { ...page, ...orderFilters })
		return { sort: part.sort, filters, read: (page) => list(page).execute(), readIds: (page) => idsOf(db, list(page)) }
	},
})
