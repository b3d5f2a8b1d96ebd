import { ORDER_FILTERS } from '#domain/orders/order-status.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { readAsked, toSortedPage } from '#server/console/shell/sorting.ts'

import { findOrders, listOrders, ORDER_SORTS } from './find-orders.ts'

/** Reads the filters. The code of a product that is no longer sold is kept: an old link to it must not list all orders. */
export function readAskedOrders(params: URLSearchParams) {
	const status = ORDER_FILTERS.find((each) => each === params.get('state')) ?? null
	const product = readQuery(params.get('product') ?? undefined) || null
	return { typed: readQuery(params.get('q') ?? undefined), status, product, ...readAsked(params, ORDER_SORTS, '-created') }
}

export async function readOrders(request: ConsoleRequest) {
	const { db, content } = request.ctx
	const view = await readListView(request, 'orders')
	const { typed, status, product, ...part } = readAskedOrders(request.url.searchParams)
	const asked = { typed, status, product }
	const sold = content.offers.map(({ code, productName: name }) => ({ code, name }))
	const former = product === null || sold.some(({ code }) => code === product) ? [] : [{ code: product, name: product }]
	const shown = { view, asked, products: [...sold, ...former] }
	if (typed !== '') return { ...shown, orders: await findOrders(db, typed, asked), sort: null, next: null }
	const found = await listOrders(db, { ...part, status, product, limit: view.pageRows + 1 }).execute()
	const { rows, next } = toSortedPage(found, { size: view.pageRows })
	return { ...shown, orders: rows, sort: part.sort.name, next }
}
