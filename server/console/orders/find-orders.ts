import { type RawBuilder, sql } from 'kysely'

import type { OrderFilter } from '#domain/orders/order-status.ts'
import { parseReference } from '#domain/orders/transfer-reference.ts'
import { accountsNamed, nameOfAccount } from '#server/console/learners/find-learners.ts'
import { COUNT_LIMIT, type ListRequest, type SortColumns, applySort, countListed, sortSearchResults } from '#server/console/shell/lists.ts'
import { beginsWith, firstWithPrefix, inPrefixOrder, sqlNamePrefixes, toNamePrefix, UUID_PATTERN } from '#server/console/shell/look-up.ts'
import type { Db } from '#server/db/database.ts'
import { normalizeCode } from '#server/services/commerce/discounts/find-discount.ts'
import { isAwaitedTransfer, PENDING_REASONS, pendingReason } from '#server/services/commerce/order-status/pending-reason.ts'
import { refundedCents } from '#server/services/commerce/orders/find-order.ts'
import { COMPLIMENTARY_PROVIDER, hasFreeAccessEnded } from '#server/services/commerce/settlement/complimentary-access.ts'

export const MAX_FOUND = 20

/** Maximum matches of a partial search, newest first, that are then filtered by status. */
const MAX_EXAMINED = 500

/** Matches IDs of payment providers: `cs_test_…`, `pi_…`, `re_…`, `du_…`. */
const PROVIDER_ID = /^[a-z]{2,5}_[A-Za-z0-9_]{4,200}$/

/** Written as a literal, so that PostgreSQL uses the partial index. */
const isGiven = sql`orders.provider = ${sql.lit(COMPLIMENTARY_PROVIDER)}`

const isReason = (filter: OrderFilter): filter is keyof typeof PENDING_REASONS => Object.hasOwn(PENDING_REASONS, filter)

const MAX_COUNTED = 100

/** Counts the orders that are pending for each reason, up to `MAX_COUNTED`. Transfers have their own small index. */
export async function countPendingReasons(db: Db) {
	const promised = db
		.selectFrom('bank_transfers')
		.innerJoin('orders', 'orders.id', 'bank_transfers.order_id')
		.select('orders.id')
		.distinct()
		.where(isAwaitedTransfer)
		.where('orders.status', '=', 'pending')
	const declined = selectOrders(db, { status: 'declined', product: null }).clearSelect().select('orders.id')
	const toCount = ({ length }: readonly unknown[]) => ({ count: Math.min(length, MAX_COUNTED), hasMore: length > MAX_COUNTED })
	return {
		awaiting_transfer: toCount(await promised.limit(MAX_COUNTED + 1).execute()),
		declined: toCount(await declined.limit(MAX_COUNTED + 1).execute()),
	}
}

/** Returns the SQL condition for a filter. Complimentary orders match only `given` and `ended`. */
function isIn(filter: OrderFilter | 'sold') {
	if (filter === 'sold') return sql<boolean>`not ${isGiven}`
	if (filter === 'given') return sql<boolean>`${isGiven} and orders.status = 'paid' and not ${hasFreeAccessEnded}`
	if (filter === 'ended') return sql<boolean>`${isGiven} and (orders.status <> 'paid' or ${hasFreeAccessEnded})`
	if (isReason(filter)) return sql<boolean>`orders.status = 'pending' and ${PENDING_REASONS[filter]}`
	return sql<boolean>`orders.status = ${filter} and not ${isGiven}`
}

export type OrderFilters = {
	/** `sold`: all but complimentary orders. */
	status: OrderFilter | 'sold' | null
	product: string | null
	coupon?: string | null
	since?: Date | null
	until?: Date | null
}

const NO_FILTERS: OrderFilters = { status: null, product: null }

/**
 * SQL column with the buyer's name: from the order's latest invoice, otherwise from the account; null once the buyer is erased. A
 * guest's account is the one with the order's address.
 */
export const buyerOfOrder = sql<string | null>`case when orders.person_erased_at is null then coalesce(
	(select left(nullif(invoices.buyer ->> 'name', ''), 200) from invoices where invoices.order_id = orders.id
		order by invoices.issued_at desc limit 1),
	(select ${nameOfAccount} from auth.users account where account.id = orders.user_id),
	(select ${nameOfAccount} from auth.users account where orders.user_id is null and account.email = orders.email
		and email_confirmed_at is not null and not is_sso_user and deleted_at is null limit 1)) end`

const selectOrders = (db: Db, { status, product, coupon = null, since = null, until = null }: OrderFilters = NO_FILTERS) =>
	db
		.selectFrom('orders')
		.$if(status !== null, (query) => query.where(isIn(status as OrderFilter | 'sold')))
		.$if(product !== null, (query) => query.where('orders.product_code', '=', product as string))
		.$if(coupon !== null, (query) => query.where('orders.discount_code', '=', coupon))
		.$if(since !== null, (query) => query.where('orders.created_at', '>=', since))
		.$if(until !== null, (query) => query.where('orders.created_at', '<', until))
		.select([
			'orders.id',
			'orders.email',
			'orders.status',
			'orders.product_name',
			'orders.total_cents',
			'orders.currency',
			'orders.discount_code',
			'orders.discount_cents',
			'orders.livemode',
			'orders.provider',
			'orders.created_at',
			'orders.paid_at',
			refundedCents.as('refunded_cents'),
			pendingReason.as('reason'),
			hasFreeAccessEnded.as('ended'),
			buyerOfOrder.as('buyer_name'),
		])

export type ListedOrder = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

/** Returns the refunded cents of an order. */
export const refundedOf = ({ status, total_cents: total, refunded_cents: refunded }: ListedOrder) =>
	status === 'refunded' ? total : (refunded ?? 0)

export const ORDER_SORTS: SortColumns = {
	created: { by: sql`created_at`, kind: 'time' },
	total: { by: sql`total_cents`, kind: 'count' },
}

/** Sort columns of a list filtered by date or coupon: only the time, because no index covers any other with them. */
export const DATED_SORTS: SortColumns = { created: { by: sql`created_at`, kind: 'time' } }

export function ordersQuery(
	db: Db,
	{ status, product, coupon = null, since = null, until = null, ...listRequest }: ListRequest & OrderFilters,
) {
	const filters = { status, product, coupon, since, until }
	const isComplimentary = status === 'given' || status === 'ended'
	// Complimentary orders and rare coupons are read from a small index. Of a coupon that many orders have, PostgreSQL reads the newest
	// orders until it has a page.
	if (product === null || isComplimentary || coupon !== null) return applySort(selectOrders(db, filters), listRequest, sql`id`)
	const hasReason = status !== null && status !== 'sold' && isReason(status) ? PENDING_REASONS[status] : sql<boolean>`true`
	const within = [
		{ column: sql`product_code`, value: product },
		...(status === null || status === 'sold' ? [] : [{ column: sql`orders.status`, value: isReason(status) ? 'pending' : status }]),
	]
	const orders = selectOrders(db, { ...filters, status: null, product: null })
		.$if(status !== null, (query) => query.where(sql<boolean>`not ${isGiven}`))
		.where(hasReason)
	return applySort(orders, { ...listRequest, within }, sql`id`)
}

/** Counts the complimentary orders that a list with the status `sold` leaves out, up to `COUNT_LIMIT`. */
export const countGiven = (db: Db, filters: OrderFilters) =>
	countListed(
		db,
		selectOrders(db, { ...filters, status: null })
			.where(sql<boolean>`${isGiven}`)
			.limit(COUNT_LIMIT),
	)

const ofProvider = (id: string) => sql<string>`(
	select order_id from checkout_sessions where provider_session_id = ${id}
	union select order_id from payments where provider_payment_id = ${id}
	union select order_id from refunds where provider_refund_id = ${id}
	union select order_id from disputes where provider_dispute_id = ${id})`

const email = sql<string>`orders.email`
const number = sql<string>`right(id::text, 8)`
const idFromEnd = sql<string>`reverse(id::text)`
const checkout = sql<string>`provider_session_id`
const checkoutFromEnd = sql<string>`reverse(provider_session_id)`
const buyerNames = sqlNamePrefixes(sql`buyer ->> 'name'`)

/** Matches part of an order number or of the whole ID. */
const PART_OF_ID = /^#?([0-9a-f][0-9a-f-]{2,34}[0-9a-f])…?$/i

/** Matches part of a checkout ID, which buyers see in URLs. The ellipsis is from a truncated ID. */
const PART_OF_CHECKOUT = /^…?(\w{4,200})…?$/

const fromEnd = (text: string) => [...text].toReversed().join('')

const some = (column: RawBuilder<string>, prefix: string) => firstWithPrefix(column, { prefix, limit: MAX_EXAMINED })

/** Returns SQL that selects the IDs of orders whose number or whole ID starts or ends with `part`. */
function withPartOfId(part: string) {
	const begins =
		part.length > 8
			? sql`where id between ${padId(part, '0')}::uuid and ${padId(part, 'f')}::uuid order by id limit ${MAX_EXAMINED}`
			: some(number, part)
	return sql`(select id from orders ${begins}) union (select id from orders ${some(idFromEnd, fromEnd(part))})`
}

/** Completes a prefix to the first or last UUID that starts with it. */
const padId = (part: string, digit: string) => part.replaceAll('-', '').slice(0, 32).padEnd(32, digit)

const withPartOfCheckout = (part: string) =>
	sql.join(
		[
			some(checkoutFromEnd, fromEnd(part)),
			...[part, `cs_test_${part}`, `cs_live_${part}`].map((beginning) => some(checkout, beginning)),
		].map((found) => sql`(select order_id from checkout_sessions ${found})`),
		sql` union `,
	)

/** Returns SQL that selects orders by the name on the invoice or of the account; for a guest, the account with that address. */
const ofPeople = (text: string) => sql`
	with named as materialized (${accountsNamed(text, MAX_EXAMINED)})
	${sql.join(
		buyerNames.map((by) => sql`(select order_id from invoices ${some(by, toNamePrefix(text))})`),
		sql` union `,
	)}
	union (select id from orders where user_id in (select id from named) limit ${MAX_EXAMINED})
	union (select id from orders where email in (select email from named) limit ${MAX_EXAMINED})`

/** Interleaves the matches of each kind, so that no kind fills the page alone. */
const interleave = (ways: readonly (readonly ListedOrder[])[]): ListedOrder[] =>
	Array.from({ length: MAX_FOUND }, (_, turn) => ways.flatMap((found) => found.slice(turn, turn + 1))).flat()

/** Finds partial matches, best first: whole number, coupon, email address, name, then parts of checkout ID and order ID. */
async function findByPart(orders: ReturnType<typeof selectFound>, typed: string): Promise<ListedOrder[]> {
	const text = typed.toLowerCase()
	const among = (ids: RawBuilder<unknown>) =>
		orders
			.where(sql<boolean>`id in (${ids})`)
			.orderBy('created_at', 'desc')
			.execute()
	const part = PART_OF_ID.exec(text)?.[1]
	const checkoutPart = PART_OF_CHECKOUT.exec(typed)?.[1]
	const byId = part === undefined ? [] : await among(withPartOfId(part))
	const isNumber = part?.length === 8
	return interleave([
		isNumber ? byId : [],
		await orders.where('discount_code', '=', normalizeCode(typed)).orderBy('created_at', 'desc').execute(),
		text.includes('@')
			? []
			: await orders
					.where(beginsWith(email, `${text}@`))
					.orderBy(inPrefixOrder(email))
					.execute(),
		await orders.where(beginsWith(email, text)).orderBy(inPrefixOrder(email)).execute(),
		text.lastIndexOf('@') > 0 ? [] : await among(ofPeople(text.replace('@', ''))),
		checkoutPart === undefined ? [] : await among(withPartOfCheckout(checkoutPart)),
		isNumber ? [] : byId,
	])
}

const selectFound = (db: Db, filters: OrderFilters) => selectOrders(db, filters).limit(MAX_FOUND)

/** Finds orders by exact ID, provider ID, transfer reference or invoice number, or by partial matches (`findByPart`). */
export async function findOrders(db: Db, typed: string, filters: OrderFilters = NO_FILTERS): Promise<ListedOrder[]> {
	const orders = selectFound(db, filters)
	if (typed === '') return []
	if (UUID_PATTERN.test(typed)) return orders.where('id', '=', typed.toLowerCase()).execute()
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
	const withNumber = db.selectFrom('invoices').select('order_id').where('number', 'in', [typed, typed.toUpperCase()])
	const invoiced = await orders.where('id', 'in', withNumber).execute()
	if (invoiced.length > 0) return invoiced
	const found = await findByPart(orders, typed)
	return [...new Map(found.map((order) => [order.id, order])).values()].slice(0, MAX_FOUND)
}

const ORDER_KEYS = { created: (row: ListedOrder) => row.created_at, total: (row: ListedOrder) => row.total_cents }

export const sortFoundOrders = (found: readonly ListedOrder[], params: URLSearchParams) =>
	sortSearchResults(found, params, { keys: ORDER_KEYS, usual: '-created', isCut: found.length >= MAX_FOUND })
