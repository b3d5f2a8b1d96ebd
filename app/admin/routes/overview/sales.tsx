import { DataTable } from '#app/admin/ui/data-table.tsx'
import { formatMoney } from '#domain/pricing/money.ts'
import type { readOverview } from '#server/console/overview/read-overview.ts'

type Overview = Awaited<ReturnType<typeof readOverview>>
type Code = Pick<Overview['codes'][number], 'code' | 'orders'> & { sales: Overview['codes'][number] | null }

type MoneyProps = Pick<Overview, 'money'> & {
	/** Change of a compared figure, if the previous period is complete. */
	changeOf: (name: string) => string | undefined
}

/** Revenue and refunds by currency, each with its change against the previous period. */
export function Money({ money, changeOf }: MoneyProps) {
	const column = (head: string, format: (row: Overview['money'][number]) => string) => ({
		head,
		cell: (row: Overview['money'][number]) => {
			const change = changeOf(`${row.currency.toUpperCase()}: ${head.toLowerCase()}`)
			if (change === undefined) return format(row)
			return (
				<>
					{format(row)}
					<span className="block text-sm text-soft">{` ${change}`}</span>
				</>
			)
		},
	})
	return (
		<DataTable
			caption="Money"
			rows={money}
			rowKey={({ currency }) => currency}
			empty="No payments in this period."
			columns={[
				{ head: 'Currency', cell: ({ currency }) => currency.toUpperCase() },
				column('Orders paid', ({ orders }) => orders.toLocaleString('en-US')),
				column('Paid, before refunds', ({ paidCents, currency }) => formatMoney(paidCents, currency)),
				column('Refunded', ({ refundedCents, currency }) => formatMoney(refundedCents, currency)),
				column('Net', ({ paidCents, refundedCents, currency }) => formatMoney(paidCents - refundedCents, currency)),
			]}
		/>
	)
}

/** Revenue and cost of each code, plus active codes that were never used. */
function Codes({ codes, unusedCodes }: Pick<Overview, 'codes' | 'unusedCodes'>) {
	const rows: Code[] = [
		...codes.map((sales) => ({ code: sales.code, orders: sales.orders, sales })),
		...unusedCodes.map((code) => ({ code, orders: 0, sales: null })),
	]
	const money = (amountOf: (sales: Overview['codes'][number]) => number) => (row: Code) =>
		row.sales === null ? '–' : formatMoney(amountOf(row.sales), row.sales.currency)
	return (
		<DataTable
			caption="By code"
			rows={rows}
			rowKey={({ code, sales }) => `${code ?? ''} ${sales?.currency ?? ''}`}
			empty="No payments in this period, and no active codes."
			columns={[
				{ head: 'Code', cell: ({ code }) => code ?? 'without a code' },
				{ head: 'Orders paid', cell: ({ orders }) => orders },
				{ head: 'Discount given', cell: money(({ discountCents }) => discountCents) },
				{ head: 'Paid', cell: money(({ paidCents }) => paidCents) },
				{ head: 'Refunded since', cell: money(({ refundedCents }) => refundedCents) },
				{ head: 'Net', cell: money(({ paidCents, refundedCents }) => paidCents - refundedCents) },
			]}
		/>
	)
}

export const Sales = ({ codes, unusedCodes }: Pick<Overview, 'codes' | 'unusedCodes'>) => (
	<>
		<h2>Sales by code</h2>
		<Codes codes={codes} unusedCodes={unusedCodes} />
	</>
)
