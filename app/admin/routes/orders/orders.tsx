import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { ORDER_FILTERS, type OrderFilter } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readOrders } from '#server/console/orders/read-orders.ts'

import { ORDER_COLUMNS } from './order-table.tsx'

export const loader = createLoader(readOrders)

type Loaded = Awaited<ReturnType<typeof loader>>
type Shown = Pick<Loaded, 'filters' | 'isRefused' | 'products' | 'codes' | 'next'>

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const wordsOf = (status: string) => status.replaceAll('_', ' ')

const TABS: readonly OrderFilter[] = ['paid', 'pending', 'partially_refunded', 'refunded', 'disputed', 'declined', 'failed', 'expired']

const toFilter = ({ filters: { typed, status, product, coupon, from, to }, isRefused, products, codes }: Omit<Shown, 'next'>) => ({
	action: consolePaths.orders,
	label: 'Orders',
	search: { label: 'Order, buyer, coupon' },
	filters: [
		{ name: 'state', label: 'Status', options: ORDER_FILTERS.map((each) => [each, capitalize(wordsOf(each))] as const), tabs: TABS },
		...(products.length > 1
			? [{ name: 'product', label: 'Product', options: products.map(({ code, name }) => [code, name] as const) }]
			: []),
		...(codes.length > 0 ? [{ name: 'coupon', label: 'Coupon', options: codes.map((each) => [each, each] as const) }] : []),
	],
	days: { isRefused },
	taken: { q: typed, state: status, product, coupon, from, to },
})

function describeEmpty({ typed, status, product, coupon, from, to }: Shown['filters']) {
	if (typed !== '' || product !== null || coupon !== null || from !== '' || to !== '') return 'No orders match.'
	if (status !== null) return `No orders are ${wordsOf(status)}.`
	return (
		<>
			{'No orders yet. Until payments are live, you can make a test purchase: '}
			<a href={paths.offer}>Open the offer page</a>
		</>
	)
}

const count = (orders: number, what = 'order') => `${orders.toLocaleString('en-US')} ${orders === 1 ? what : `${what}s`}`

/** Counts orders. A checkout that was never paid is not an order in most people’s words. */
function countOrders({ orders, unpaid }: Pick<NonNullable<Loaded['sums']>, 'orders' | 'unpaid'>): string {
	if (unpaid === 0) return count(orders)
	return unpaid === orders ? count(unpaid, 'unpaid checkout') : `${count(orders)}, ${unpaid.toLocaleString('en-US')} of them unpaid`
}

/** Returns the count, and the sum in each currency. Unfinished orders count only where the list has nothing else. */
function describeSums({ isMore, orders, unpaid, tests, currencies }: NonNullable<Loaded['sums']>, hasStatus: boolean): string {
	if (isMore) return `${orders.toLocaleString('en-US')}+ orders`
	const money = currencies.flatMap(({ currency, total, paid, refunded }) => {
		const format = (cents: number) => formatMoney(cents, currency)
		if (hasStatus) return total === 0 ? [] : [`${format(total)} in total`]
		const net = refunded === 0 ? '' : `, ${format(refunded)} refunded or lost to disputes, ${format(paid - refunded)} net`
		return paid === 0 ? [] : [`${format(paid)} paid${net}`]
	})
	const omitted = tests === 0 ? '' : `, without ${tests === 1 ? '1 test order' : `${tests} test orders`}`
	return [countOrders({ orders, unpaid }), ...money].join(' · ') + omitted
}

export default function OrdersPage() {
	const { sums, filters, isRefused, products, codes, orders, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Orders">
			<ListTable
				filter={toFilter({ filters, isRefused, products, codes })}
				{...list}
				summary={sums === null ? undefined : describeSums(sums, filters.status !== null)}
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
