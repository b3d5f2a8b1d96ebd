import { sql } from 'kysely'

import type { OrderStatus } from '#domain/orders/order-status.ts'
import { parseReference } from '#domain/orders/transfer-reference.ts'
import { beginsWith, inPrefixOrder, SHORT_REFERENCE, UUID } from '#server/console/shell/look-up.ts'
import { type Asked, sorted, type SortColumns } from '#server/console/shell/sorting.ts'
import type { Db } from '#server/db/database.ts'
import { normaliseCode } from '#server/services/commerce/discounts/find-discount.ts'

const MOST_FOUND = 20

/** IDs of payment providers: `cs_test_…`, `pi_…`, `re_…`, `du_…`. */
const PROVIDER_ID = /^[a-z]{2,5}_[A-Za-z0-9_]{4,200}$/

const selectOrders = (db: Db) =>
	db
		.selectFrom('orders')
		.select([
			'orders.id',
			'orders.email',
			'orders.status',
			'orders.product_name',
			'orders.total_cents',
			'orders.currency',
			'orders.discount_code',
			'orders.livemode',
			'orders.provider',
			'orders.created_at',
			'orders.paid_at',
		])

export type ListedOrder = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

export const ORDER_SORTS: SortColumns = {
	created: { by: sql`created_at`, kind: 'time' },
	total: { by: sql`total_cents`, kind: 'count' },
}

export const listOrders = (db: Db, { status, ...asked }: Asked & { status: OrderStatus | null }) =>
	sorted(
		selectOrders(db).$if(status !== null, (query) => query.where('status', '=', status as OrderStatus)),
		asked,
		sql`id`,
	)

const ofProvider = (id: string) => sql<string>`(
	select order_id from checkout_sessions where provider_session_id = ${id}
	union select order_id from payments where provider_payment_id = ${id}
	union select order_id from refunds where provider_refund_id = ${id}
	union select order_id from disputes where provider_dispute_id = ${id})`

const byEmail = sql<string>`orders.email`

/** Orders by ID, its last eight digits, an ID of the provider, transfer reference, discount code or the start of the email address. */
async function findAll(db: Db, typed: string): Promise<ListedOrder[]> {
	const orders = selectOrders(db).limit(MOST_FOUND)
	if (typed === '') return []
	if (UUID.test(typed)) return orders.where('id', '=', typed.toLowerCase()).execute()
	if (PROVIDER_ID.test(typed)) {
		const found = await orders.where(sql<boolean>`id in ${ofProvider(typed)}`).execute()
		if (found.length > 0) return found
	}
	const reference = parseReference(typed)
	if (reference !== null) {
		const transfers = db.selectFrom('bank_transfers').select('order_id').where('reference', '=', reference)
		const found = await orders.where('id', 'in', transfers).execute()
		if (found.length > 0) return found
	}
	const short = SHORT_REFERENCE.exec(typed)?.[1]
	if (short !== undefined) {
		const found = await orders.where(sql<boolean>`right(id::text, 8) = ${short.toLowerCase()}`).execute()
		if (found.length > 0) return found
	}
	const withCode = await orders.where('discount_code', '=', normaliseCode(typed)).orderBy('created_at', 'desc').execute()
	if (withCode.length > 0) return withCode
	return orders.where(beginsWith(byEmail, typed.toLowerCase())).orderBy(inPrefixOrder(byEmail)).execute()
}

/** Those found that are in a state; null for any. */
export const findOrders = async (db: Db, typed: string, status: OrderStatus | null = null): Promise<ListedOrder[]> =>
	(await findAll(db, typed)).filter((order) => status === null || order.status === status)
