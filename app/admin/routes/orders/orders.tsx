import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DateFields, FilterForm } from '#app/admin/ui/filter-form.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { ORDER_FILTERS } from '#domain/orders/order-status.ts'
import { readOrders } from '#server/console/orders/read-orders.ts'

import { ORDER_COLUMNS } from './order-table.tsx'

export const loader = load(readOrders)

type Shown = Pick<Awaited<ReturnType<typeof loader>>, 'filters' | 'isRefused' | 'products' | 'next'>

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const wordsOf = (status: string) => status.replaceAll('_', ' ')

const Filter = ({ filters: { typed, status, product, from, to }, isRefused, products }: Omit<Shown, 'next'>) => (
	<FilterForm
		action={consolePaths.orders}
		label="Orders"
		taken={{ q: typed, state: status, product, from, to }}
		more={
			<>
				<Select
					name="state"
					label="Status"
					defaultValue={status ?? ''}
					emptyLabel="All"
					options={ORDER_FILTERS.map((each) => [each, capitalize(wordsOf(each))])}
				/>
				{products.length > 1 && (
					<Select
						name="product"
						label="Product"
						defaultValue={product ?? ''}
						emptyLabel="All"
						options={products.map(({ code, name }) => [code, name])}
					/>
				)}
				<DateFields from={from} to={to} isRefused={isRefused} />
			</>
		}
	>
		<TextField name="q" type="search" label="Order, buyer, coupon" defaultValue={typed} maxLength={320} autoComplete="off" />
	</FilterForm>
)

function describeEmpty({ typed, status, product, from, to }: Shown['filters']) {
	if (typed !== '' || product !== null || from !== '' || to !== '') return 'No orders match.'
	if (status !== null) return `No orders are ${wordsOf(status)}.`
	return (
		<>
			{'No orders yet. Until payments are live, you can make a test purchase: '}
			<a href={paths.offer}>Open the offer page</a>
		</>
	)
}

export default function OrdersPage() {
	const { filters, isRefused, products, orders, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Orders">
			<Filter key={JSON.stringify(filters)} filters={filters} isRefused={isRefused} products={products} />
			<ListTable
				{...list}
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
