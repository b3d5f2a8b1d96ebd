import { Link } from 'react-router'

import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { ListedOrder } from '#server/console/orders/find-orders.ts'

import { toneOfOrder } from './tone-of-order.ts'

export const OrderTable = ({ orders, empty }: { orders: readonly ListedOrder[]; empty: string }) => (
	<DataTable
		caption="Orders"
		rows={orders}
		rowKey={({ id }) => id}
		empty={empty}
		columns={[
			{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
			{
				head: 'Order',
				cell: ({ id }) => (
					<span className="whitespace-nowrap">
						<Link to={`${consolePaths.orders}/${id}`}>{id.slice(-8)}</Link>
					</span>
				),
			},
			{ head: 'Email', cell: ({ email }) => email ?? '–' },
			{
				head: 'State',
				cell: ({ status, livemode }) => (
					<>
						<StateBadge word={status} tone={toneOfOrder(status)} />
						{!livemode && <span className="text-soft"> test</span>}
					</>
				),
			},
			{ head: 'Total', cell: ({ total_cents: cents, currency }) => formatMoney(cents, currency) },
			{ head: 'Code', cell: ({ discount_code: code }) => <span className="md:whitespace-nowrap">{code ?? '–'}</span> },
		]}
	/>
)
