import { ORDER_FILTERS } from '#domain/orders/order-status.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { readAsked, toSortedPage } from '#server/console/shell/sorting.ts'

import { findOrders, listOrders, ORDER_SORTS } from './find-orders.ts'

export function readAskedOrders(params: URLSearchParams) {
	const status = ORDER_FILTERS.find((each) => each === params.get('state')) ?? null
	return { typed: readQuery(params.get('q') ?? undefined), status, ...readAsked(params, ORDER_SORTS, '-created') }
}

/** Lists orders, newest first or as sorted, by status or search. */
export async function readOrders(request: ConsoleRequest) {
	const { db } = request.ctx
	const view = await readListView(request, 'orders')
	const { typed, status, ...part } = readAskedOrders(request.url.searchParams)
	const asked = { typed, status }
	if (typed !== '') return { view, asked, orders: await findOrders(db, typed, status), sort: null, next: null }
	const { rows, next } = toSortedPage(await listOrders(db, { ...part, status, limit: view.pageRows + 1 }).execute(), {
		size: view.pageRows,
	})
	return { view, asked, orders: rows, sort: part.sort.name, next }
}
