import { ORDER_STATUSES } from '#domain/orders/order-status.ts'
import { readQuery, toPlaceOf } from '#server/console/shell/look-up.ts'
import { toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'

import { findOrders, listOrders } from './find-orders.ts'

/** Orders, newest first; of one state; or found by what is known of them. */
export async function readOrders({ ctx: { db }, url: { searchParams } }: ConsoleRequest) {
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const status = ORDER_STATUSES.find((each) => each === searchParams.get('state')) ?? null
	const asked = { typed, status }
	if (typed !== '') {
		const found = await findOrders(db, typed)
		return { asked, orders: found.filter((order) => status === null || order.status === status), next: null }
	}
	const { rows, next } = toPage(await listOrders(db, { status, before: searchParams.get('before') ?? undefined }), toPlaceOf)
	return { asked, orders: rows, next }
}
