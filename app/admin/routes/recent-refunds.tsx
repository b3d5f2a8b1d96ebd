import { Link } from 'react-router'

import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time, type Tone } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { readToday } from '#server/console/today/read-today.ts'

const REFUND_STATES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
	granted: ['approved', 'warn'],
	sent: ['sent', 'warn'],
	settled: ['arrived', 'good'],
	failed: ['failed', 'bad'],
}

/** Recent refunds. They are listed because money has moved; only failed ones need action. */
export function RecentRefunds({ refunds }: Pick<Awaited<ReturnType<typeof readToday>>, 'refunds'>) {
	if (refunds.length === 0) return null
	return (
		<>
			<h2>Recent, pending and failed refunds</h2>
			<DataTable
				caption="Refunds"
				rows={refunds}
				rowKey={({ id }) => id}
				columns={[
					{
						head: 'Order',
						card: 'title',
						cell: ({ order_id: id, email }) => (
							<Link to={`${consolePaths.orders}/${id}`}>{email === null ? orderNumber(id) : `${orderNumber(id)}, ${email}`}</Link>
						),
					},
					{ head: 'Amount', card: 'end', cell: ({ amount_cents: cents, currency }) => formatMoney(cents, currency) },
					{
						head: 'Status',
						card: 'plain',
						cell: ({ state }) => {
							const [words, tone] = REFUND_STATES[state] ?? [state, 'calm']
							return <StateBadge word={words} tone={tone} />
						},
					},
					{ head: 'Approved', card: 'plain', cell: ({ isByRule }) => (isByRule ? 'automatically, by the rule' : 'by the team') },
					{ head: 'When', card: 'none', cell: ({ requested_at: at }) => <Time at={at} /> },
				]}
			/>
		</>
	)
}
