import { Link } from 'react-router'

import { BarCharts } from '#app/admin/ui/bar-chart.tsx'
import { Comparison } from '#app/admin/ui/comparison.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { ShareBar } from '#app/admin/ui/format.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { readOverview } from '#server/console/overview/read-overview.ts'

import { toChartFileUrl } from './chart-file.ts'

type Overview = Awaited<ReturnType<typeof readOverview>>

/** Returns the URL of the orders placed in the period. */
const linkToOrders = ({ from, to }: Overview['period'], query: Readonly<Record<string, string>>) =>
	`${consolePaths.orders}?${new URLSearchParams({ ...query, from, to }).toString()}`

export const ProductSales = ({
	products,
	charts,
	isOver,
	period,
	before,
}: Pick<Overview, 'products' | 'charts' | 'isOver' | 'period' | 'before'>) => (
	<>
		<h2>By product</h2>
		<DataTable
			caption="By product"
			rows={products}
			rowKey={({ code, currency }) => `${code} ${currency}`}
			empty="No sales in this period."
			columns={[
				{
					head: 'Product',
					card: 'title',
					cell: ({ code, name }) => <Link to={linkToOrders(period, { product: code })}>{name}</Link>,
				},
				{ head: 'Orders', cell: ({ orders }) => orders },
				{ head: 'Sales', card: 'end', cell: ({ paidCents, currency }) => formatMoney(paidCents, currency) },
				...(before === null
					? []
					: [
							{
								head: 'Change',
								cell: ({ paidCents, before: earlier, currency }: Overview['products'][number]) => (
									<Comparison now={paidCents} before={earlier} currency={currency} />
								),
							},
						]),
				{ head: 'Refunded', cell: ({ refundedCents, currency }) => formatMoney(refundedCents, currency) },
				{ head: 'Net sales', cell: ({ paidCents, refundedCents, currency }) => formatMoney(paidCents - refundedCents, currency) },
				{ head: 'Share', cell: ({ share }) => <ShareBar share={share} /> },
			]}
		/>
		{charts.products.length > 0 && (
			<BarCharts
				label="Sales by product"
				param="product"
				charts={charts.products.map((chart) => ({ ...chart, empty: 'No payments for this product in this period.' }))}
				unit={charts.unit}
				isOver={isOver}
				periods={[period.days, before]}
				toFileUrl={toChartFileUrl(period)}
			/>
		)}
	</>
)

export const Sales = ({ codes, unusedCodes, period }: Pick<Overview, 'codes' | 'unusedCodes' | 'period'>) => (
	<>
		<h2>By code</h2>
		<DataTable
			caption="By code"
			rows={codes}
			rowKey={({ code, currency }) => `${code ?? ''} ${currency}`}
			empty="No sales in this period."
			columns={[
				{
					head: 'Code',
					card: 'title',
					cell: ({ code }) => (code === null ? 'without a code' : <Link to={linkToOrders(period, { coupon: code })}>{code}</Link>),
				},
				{ head: 'Orders', cell: ({ orders }) => orders },
				{ head: 'Discount given', cell: ({ discountCents, currency }) => formatMoney(discountCents, currency) },
				{ head: 'Sales', cell: ({ paidCents, currency }) => formatMoney(paidCents, currency) },
				{ head: 'Refunded since', cell: ({ refundedCents, currency }) => formatMoney(refundedCents, currency) },
				{
					head: 'Net sales',
					card: 'end',
					cell: ({ paidCents, refundedCents, currency }) => formatMoney(paidCents - refundedCents, currency),
				},
			]}
		/>
		{unusedCodes.length > 0 && (
			<Disclosure summary={`Active codes not used in this period: ${unusedCodes.length}`}>
				<p className="wrap-anywhere">{unusedCodes.join(', ')}</p>
			</Disclosure>
		)}
	</>
)
