import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { CalendarDate, Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readPayout } from '#server/console/payouts/payouts.ts'

import { PayoutState } from './payout-state.tsx'

export const loader = createLoader(readPayout)

type Found = Awaited<ReturnType<typeof loader>>
type Line = Found['lines'][number]

function Verdict({ payout, isWhole, addsUp, mostLines }: Pick<Found, 'payout' | 'isWhole' | 'addsUp' | 'mostLines'>) {
	if (addsUp !== null) return addsUp ? <StateBadge word="adds up" tone="good" /> : <StateBadge word="doesn’t add up" tone="bad" />
	if (payout.contents === 'never') return 'You requested this payout manually, so the provider doesn’t list what’s in it.'
	return isWhole
		? 'The provider is still preparing this payout. Check again later.'
		: `Not checked: it has more than ${mostLines.toLocaleString('en-US')} lines.`
}

function Order({ line: { orderId, paymentId } }: { line: Line }) {
	if (orderId !== null)
		return (
			<Link to={`${consolePaths.orders}/${orderId}`} className="link whitespace-nowrap">
				{orderNumber(orderId)}
			</Link>
		)
	return paymentId === null ? '–' : <StateBadge word="not in our records" tone="warn" />
}

const formatKind = ({ category }: Line) => category.replaceAll('_', ' ')

function Mismatches({ faults, lineCount }: Pick<Found, 'faults' | 'lineCount'>) {
	if (faults.length === 0) return <p>{lineCount === 0 ? 'Nothing to compare.' : 'Every payment and refund is in our records.'}</p>
	return (
		<DataTable
			caption="Mismatches"
			rows={faults}
			rowKey={({ id }) => id}
			columns={[
				{ head: 'Payment or refund', cell: ({ refundId, paymentId, id }) => <code>{refundId ?? paymentId ?? id}</code> },
				{ head: 'Kind', cell: formatKind },
				{ head: 'Mismatch', cell: ({ fault }) => fault },
				{ head: 'Net', cell: ({ netCents, currency }) => formatMoney(netCents, currency) },
			]}
		/>
	)
}

const Lines = ({ lines }: Pick<Found, 'lines'>) => (
	<DataTable
		caption="Lines of the payout"
		rows={lines}
		rowKey={({ id }) => id}
		empty="The provider lists no lines for this payout."
		columns={[
			{ head: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
			{
				head: 'Kind',
				cell: (line) => (
					<>
						{formatKind(line)} {line.description !== null && <span className="text-soft">{line.description}</span>}
					</>
				),
			},
			{ head: 'Order', cell: (line) => <Order line={line} /> },
			{ head: 'Gross', cell: ({ grossCents, currency }) => formatMoney(grossCents, currency) },
			{ head: 'Fee', cell: ({ feeCents, currency }) => formatMoney(feeCents, currency) },
			{ head: 'Net', cell: ({ netCents, currency }) => formatMoney(netCents, currency) },
		]}
	/>
)

export default function PayoutPage() {
	const found = useLoaderData<typeof loader>()
	const { payout, lines, lineCount, faults, faultCount, sums } = found
	const say = (cents: number) => formatMoney(cents, payout.currency)
	return (
		<Page title="Payout">
			<p className="flex flex-wrap gap-x-6">
				<Link to={consolePaths.payouts}>All payouts</Link>
				<a href={`${consolePaths.payouts}/${payout.id}/lines.csv`}>Lines as CSV</a>
			</p>
			<Facts>
				<Fact name="Payout">
					<code>{payout.id}</code>
				</Fact>
				<Fact name="Status">
					<PayoutState payout={payout} />
				</Fact>
				<Fact name="Arrives">
					<CalendarDate at={payout.arrivesAt} />
				</Fact>
				<Fact name="Amount">{say(payout.amountCents)}</Fact>
				{payout.contents !== 'never' && (
					<>
						<Fact name="Charged minus refunds">{say(sums.grossCents)}</Fact>
						<Fact name="Fees">{say(sums.feeCents)}</Fact>
						<Fact name="Net">{say(sums.netCents)}</Fact>
					</>
				)}
				<Fact name="Check">
					<Verdict {...found} />
				</Fact>
			</Facts>
			<h2>{`Mismatches (${faultCount.toLocaleString('en-US')})`}</h2>
			<Mismatches faults={faults} lineCount={lineCount} />
			<h2>Lines</h2>
			{lineCount > lines.length && <p className="text-soft">{`Showing ${lines.length} of ${lineCount}; the CSV file has all of them.`}</p>}
			<Lines lines={lines} />
		</Page>
	)
}
