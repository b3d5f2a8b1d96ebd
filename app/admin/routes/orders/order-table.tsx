import { Link } from 'react-router'

import { type Column, DataTable } from '#app/admin/ui/data-table.tsx'
import { EmailAddress, OneLine, StateBadge, Time, type Tone } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { describeOrderFilter, type OrderFilter, toDisplayedOrderStatus } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { ListedOrder } from '#server/console/orders/find-orders.ts'

const TONES: Partial<Record<OrderFilter, Tone>> = {
	given: 'good',
	awaiting_transfer: 'warn',
	declined: 'bad',
	paid: 'good',
	refund_pending: 'warn',
	disputed: 'bad',
	dispute_lost: 'bad',
	failed: 'bad',
}

/** Badge with an order's status, the same on all pages and named like its filter. */
export function OrderBadge({ order }: { order: Parameters<typeof toDisplayedOrderStatus>[0] }) {
	const word = toDisplayedOrderStatus(order)
	return <StateBadge word={describeOrderFilter(word)} tone={TONES[word] ?? 'calm'} />
}

/** Listed order. A learner's page omits the buyer's name, which is in its heading. */
type ShownOrder = Omit<ListedOrder, 'discount_cents' | 'buyer_name'> & Partial<Pick<ListedOrder, 'buyer_name'>>

export const ORDER_COLUMNS: readonly Column<ShownOrder>[] = [
	{ head: 'When', sort: '-created', card: 'plain', cell: ({ created_at: placed, paid_at: paid }) => <Time at={paid ?? placed} /> },
	{
		head: 'Order',
		card: 'plain',
		isFixed: true,
		cell: ({ id }) => (
			<Link to={`${consolePaths.orders}/${id}`} className="link whitespace-nowrap">
				{orderNumber(id)}
			</Link>
		),
	},
	{
		head: 'Buyer',
		name: 'email',
		card: 'title',
		isFixed: false,
		cell: ({ email, buyer_name: name }) => (
			<>
				{email === null ? 'no address' : <EmailAddress email={email} />}
				{name && <span className="block text-soft max-md:hidden">{` ${name}`}</span>}
			</>
		),
	},
	{
		head: 'Product',
		card: 'none',
		cell: ({ product_name: product }) => (
			<OneLine text={product} className="md:max-w-44 md:grid-cols-[minmax(7rem,auto)] min-[96rem]:max-w-md" />
		),
	},
	{
		head: 'Coupon',
		card: 'none',
		cell: ({ discount_code: code }) => (code === null ? '–' : <span className="whitespace-nowrap">{code}</span>),
	},
	{
		head: 'Status',
		name: 'state',
		card: 'state',
		cell: ({ livemode, currency, refunded_cents: refunded, ...order }) => (
			<>
				<span className="whitespace-nowrap">
					<OrderBadge order={order} />
					{!livemode && order.provider !== 'operator' && <span className="text-sm text-soft"> test</span>}
				</span>
				{refunded !== null && <span className="block text-soft">{` ${formatMoney(refunded, currency)} refunded`}</span>}
			</>
		),
	},
	{ head: 'Total', sort: '-total', card: 'end', cell: ({ total_cents: cents, currency }) => formatMoney(cents, currency) },
]

/** A learner's page shows the order number instead of the buyer, whose name is in the heading, and has no space for coupons. */
const OWN_COLUMNS = ORDER_COLUMNS.filter(({ name, head }) => name !== 'email' && head !== 'Coupon').map((column) =>
	column.head === 'Order' ? { ...column, card: 'title' as const } : column,
)

type OrderTableProps = { orders: readonly ShownOrder[]; empty?: string; isOwn?: boolean }

export const OrderTable = ({ orders, empty, isOwn = false }: OrderTableProps) => (
	<DataTable caption="Orders" rows={orders} rowKey={({ id }) => id} empty={empty} columns={isOwn ? OWN_COLUMNS : ORDER_COLUMNS} />
)
