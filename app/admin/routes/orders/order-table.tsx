import { Link } from 'react-router'

import { type Column, DataTable } from '#app/admin/ui/data-table.tsx'
import { EmailAddress, StateBadge, Time, type Tone } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { type OrderStatus, wordOfOrder } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { ListedOrder } from '#server/console/orders/find-orders.ts'

const TONES: Partial<Record<OrderStatus, Tone>> = {
	paid: 'good',
	processing: 'warn',
	partially_refunded: 'warn',
	refund_pending: 'warn',
	disputed: 'bad',
	dispute_lost: 'bad',
	failed: 'bad',
}

const REASONS = { awaiting_transfer: 'awaiting transfer', declined: 'payment declined' }

export const toneOfOrder = (status: OrderStatus): Tone => TONES[status] ?? 'calm'

/** Listed order. A learner's page omits the buyer's name, which is in its heading. */
type ShownOrder = Omit<ListedOrder, 'discount_cents' | 'buyer_name' | 'reason'> & Partial<Pick<ListedOrder, 'buyer_name' | 'reason'>>

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
		cell: ({ product_name: product, discount_code: code }) => (
			<>
				<span className="line-clamp-2 md:max-w-44 md:wrap-normal" title={product}>
					{product}
				</span>
				{code !== null && <span className="block whitespace-nowrap text-soft">{` ${code}`}</span>}
			</>
		),
	},
	{
		head: 'Status',
		name: 'state',
		card: 'state',
		cell: ({ status, provider, livemode, currency, refunded_cents: refunded, reason }) => (
			<>
				<StateBadge word={wordOfOrder({ status, provider })} tone={toneOfOrder(status)} />
				{reason && <span className="block text-soft">{` ${REASONS[reason]}`}</span>}
				{refunded !== null && <span className="block text-soft">{` ${formatMoney(refunded, currency)} refunded`}</span>}
				{!livemode && <span className="text-soft"> test</span>}
			</>
		),
	},
	{ head: 'Total', sort: '-total', card: 'end', cell: ({ total_cents: cents, currency }) => formatMoney(cents, currency) },
]

/** A learner's page shows the order number instead of the buyer, whose name is in the heading. */
const OWN_COLUMNS = ORDER_COLUMNS.filter(({ name }) => name !== 'email').map((column) =>
	column.head === 'Order' ? { ...column, card: 'title' as const } : column,
)

type OrderTableProps = { orders: readonly ShownOrder[]; empty?: string; isOwn?: boolean }

export const OrderTable = ({ orders, empty, isOwn = false }: OrderTableProps) => (
	<DataTable caption="Orders" rows={orders} rowKey={({ id }) => id} empty={empty} columns={isOwn ? OWN_COLUMNS : ORDER_COLUMNS} />
)
