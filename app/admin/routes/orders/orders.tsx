import { Link, useLoaderData, useLocation } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { formatCounted } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths, PAGE_PARAMS } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { describeOrderFilter, ORDER_FILTERS, type OrderFilter } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readOrders } from '#server/console/orders/read-orders.ts'

import { ORDER_COLUMNS } from './order-table.tsx'

export const loader = createLoader(readOrders)

type Loaded = Awaited<ReturnType<typeof loader>>
type Shown = Pick<Loaded, 'filters' | 'isRefused' | 'products' | 'codes' | 'next'>

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const TABS: readonly OrderFilter[] = [
	'paid',
	'pending',
	'partially_refunded',
	'refunded',
	'given',
	'disputed',
	'declined',
	'failed',
	'expired',
]

const toFilter = ({ filters: { typed, state, product, coupon, from, to }, isRefused, products, codes }: Omit<Shown, 'next'>) => ({
	action: consolePaths.orders,
	label: 'Orders',
	search: { label: 'Order, buyer, coupon' },
	filters: [
		{
			name: 'state',
			label: 'Status',
			...(typed === '' && { emptyLabel: 'Purchases' }),
			options: [
				['all', 'All, with free access'] as const,
				...ORDER_FILTERS.map((each) => [each, capitalize(describeOrderFilter(each))] as const),
			],
			tabs: TABS,
		},
		...(products.length > 1
			? [{ name: 'product', label: 'Product', options: products.map(({ code, name }) => [code, name] as const) }]
			: []),
		...(codes.length > 0 ? [{ name: 'coupon', label: 'Coupon', options: codes.map((each) => [each, each] as const) }] : []),
	],
	days: { isRefused },
	taken: { q: typed, state, product, coupon, from, to },
})

function describeEmpty({ typed, state, product, coupon, from, to }: Shown['filters']) {
	if (typed !== '' || product !== null || coupon !== null || from !== '' || to !== '') return 'No orders match.'
	if (state === 'given' || state === 'ended') return 'No orders match.'
	if (state !== null && state !== 'all') return `No orders are ${describeOrderFilter(state)}.`
	return (
		<>
			{'No orders yet. Until payments are live, you can make a test purchase: '}
			<a href={paths.offer}>Open the offer page</a>
		</>
	)
}

/** Counts orders by kind. Checkouts that were never paid are counted separately, because most people don't call them orders. */
function countOrders({ orders, unpaid, free }: NonNullable<Loaded['sums']>): string {
	const paid = orders - unpaid - free
	return [
		...(paid === 0 ? [] : [countNoun(paid, 'paid order')]),
		...(free === 0 ? [] : [`${free.toLocaleString('en-US')} with free access`]),
		...(unpaid === 0 ? [] : [countNoun(unpaid, 'unpaid checkout')]),
	].join(', ')
}

/** Returns the number of orders and the money by currency: the total ordered in a list of one status, otherwise what was paid, refunded and left. */
function describeSums(sums: NonNullable<Loaded['sums']>, hasStatus: boolean): string {
	const { isMore, orders, tests, currencies } = sums
	if (isMore) return `${orders.toLocaleString('en-US')}+ orders`
	const money = currencies.flatMap(({ currency, total, paid, refunded }) => {
		const format = (cents: number) => formatMoney(cents, currency)
		if (hasStatus) return total === 0 ? [] : [`${format(total)} in total`]
		const net = refunded === 0 ? '' : `, ${format(refunded)} refunded or lost to disputes, ${format(paid - refunded)} net`
		return paid === 0 ? [] : [`${format(paid)}${refunded === 0 ? '' : ' paid'}${net}`]
	})
	const omitted = tests === 0 ? '' : `, without ${tests === 1 ? '1 test order' : `${tests} test orders`}`
	return [hasStatus ? countNoun(orders, 'order') : countOrders(sums), ...money].join(' · ') + omitted
}

/** Says how many complimentary orders the list leaves out, with a link that shows them. */
function Hidden({ count: hidden }: { count: number }) {
	const query = new URLSearchParams(useLocation().search)
	for (const name of [...PAGE_PARAMS, 'notice', 'view']) query.delete(name)
	query.set('state', 'all')
	return (
		<>
			{`${formatCounted(hidden)} with free access ${hidden === 1 ? 'is' : 'are'} hidden · `}
			<Link to={`${consolePaths.orders}?${query.toString()}`}>Show</Link>
		</>
	)
}

export default function OrdersPage() {
	const { sums, hidden, filters, isRefused, products, codes, orders, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Orders">
			<ListTable
				filter={toFilter({ filters, isRefused, products, codes })}
				{...list}
				summary={
					(sums !== null || hidden > 0) && (
						<>
							{sums !== null && describeSums(sums, filters.state !== null && filters.state !== 'all')}
							{sums !== null && hidden > 0 && <br />}
							{hidden > 0 && <Hidden count={hidden} />}
						</>
					)
				}
				caption="Orders"
				rows={orders}
				rowKey={({ id }) => id}
				nameRow={({ id, email }) => email ?? orderNumber(id)}
				empty={describeEmpty(filters)}
				columns={ORDER_COLUMNS}
			/>
		</Page>
	)
}
