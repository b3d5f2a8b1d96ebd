import { Link } from 'react-router'

import { consolePaths } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { DaySales, readSales } from '#server/console/today/read-sales.ts'

/** Formats sales, with a part for each currency, such as `2 orders, $118.00 before refunds`. */
const describe = (sales: readonly DaySales[]) =>
	sales.length === 0
		? 'no orders'
		: sales
				.map(
					({ currency, orders, cents }) =>
						`${orders === 1 ? '1 order' : `${orders} orders`}, ${formatMoney(cents, currency)} before refunds`,
				)
				.join(' and ')

export function SalesLine({ sales }: { sales: Awaited<ReturnType<typeof readSales>> | null }) {
	if (sales === null || sales.today.length + sales.yesterday.length === 0) return null
	return (
		<p>
			{`Today: ${describe(sales.today)} · Yesterday: ${describe(sales.yesterday)} (${sales.zone}). `}
			<Link to={consolePaths.orders}>See orders</Link>
		</p>
	)
}
