import { Fragment } from 'react'
import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, formatFigure, ShareBar } from '#app/admin/ui/format.tsx'
import { LineChart } from '#app/admin/ui/line-chart.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { readOverview } from '#server/console/overview/read-overview.ts'

import { FunnelTable, StillUpdating } from './funnel-table.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { Products, Sales } from './sales.tsx'
import { Edits, Stops, WorstStop } from './stops.tsx'

export const loader = load(readOverview)

type Overview = Awaited<ReturnType<typeof loader>>
type Figure = Overview['compared'][number]

const Compared = ({ compared, plots, period, before, isOver }: Pick<Overview, 'compared' | 'plots' | 'period' | 'before' | 'isOver'>) => {
	const ends = [period.to, before.to] as const
	const hasBefore = compared.some((each) => each.before !== null)
	const changeOf = (name: string) => {
		const found = compared.find((each) => each.name === name)
		return found === undefined || found.before === null ? undefined : found.change
	}
	const empty = 'No payments in this period. Sales appear here as soon as an order is paid.'
	return (
		<>
			<h2 id="glance">At a glance</h2>
			<p>
				{`${formatUtcDay(period.from)} to ${formatUtcDay(period.to)}${hasBefore ? `, compared with ${formatUtcDay(before.from)} to ${formatUtcDay(before.to)}` : ''}.`}
				{!hasBefore && ' There is no full period before it to compare with yet.'}
				{!isOver && ' The last day isn’t over yet: its line is dotted.'}
			</p>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-5">
				{plots.paid.length === 0 && <LineChart name="Paid" bars={[]} ends={ends} currency={null} empty={empty} />}
				{plots.paid.map(({ currency, bars, net }) => (
					<Fragment key={currency}>
						<LineChart
							name={`${currency.toUpperCase()} paid, before refunds`}
							bars={bars}
							isOver={isOver}
							ends={ends}
							currency={currency}
							change={changeOf(`${currency.toUpperCase()}: paid, before refunds`)}
							empty={empty}
						/>
						<LineChart
							name={`${currency.toUpperCase()} net, after refunds`}
							bars={net}
							isOver={isOver}
							ends={ends}
							currency={currency}
							change={changeOf(`${currency.toUpperCase()}: net`)}
							empty={empty}
						/>
					</Fragment>
				))}
				<LineChart
					name="Accounts opened"
					bars={plots.accounts}
					isOver={isOver}
					ends={ends}
					currency={null}
					change={changeOf('Accounts opened')}
					empty="No accounts opened in this period."
				/>
			</div>
			<DataTable
				caption="Compared with the previous period"
				rows={compared}
				rowKey={({ name }) => name}
				empty=""
				columns={[
					{ head: 'Figure', card: 'title', cell: ({ name }) => name },
					{ head: 'This period', card: 'end', cell: ({ now, currency }) => formatFigure(now, currency) },
					...(hasBefore
						? [
								{
									head: 'Previous period',
									cell: ({ before: earlier, currency }: Figure) => (earlier === null ? '–' : formatFigure(earlier, currency)),
								},
								{ head: 'Change', card: 'plain' as const, cell: ({ change }: Figure) => change },
							]
						: []),
				]}
			/>
		</>
	)
}

const Learners = ({ active, promises }: Pick<Overview, 'active' | 'promises'>) => (
	<>
		<h2 id="answers">Learners and answers</h2>
		<Facts>
			<Fact name="Active learners, last 7 days">{active.in7Days}</Fact>
			<Fact name="Active learners, last 30 days">{active.in30Days}</Fact>
			<Fact name="Messages answered in time">
				{promises} <Link to={consolePaths.tickets}>Inbox</Link>
			</Fact>
		</Facts>
	</>
)

function AccountsToPurchase({ steps }: Pick<Overview, 'steps'>) {
	const accounts = steps[0]?.count ?? 0
	return (
		<>
			<h2 id="purchase">From account to purchase</h2>
			<p>Accounts opened in this period, and how far they have come by now. A guest’s purchase counts for the account it created.</p>
			<DataTable
				caption="From account to purchase"
				rows={steps}
				rowKey={({ name }) => name}
				empty=""
				columns={[
					{ head: 'Step', cell: ({ name }) => name },
					{ head: 'Accounts', cell: ({ count }) => count },
					{ head: 'Share', cell: ({ count }) => (accounts === 0 ? '–' : <ShareBar share={count / accounts} />) },
				]}
			/>
		</>
	)
}

const SECTIONS = [
	['glance', 'At a glance'],
	['products', 'By product'],
	['stops', 'Where learners stop'],
	['answers', 'Learners and answers'],
	['codes', 'Sales by code'],
	['funnel', 'Funnel'],
	['purchase', 'From account to purchase'],
] as const

const Contents = () => (
	<nav aria-label="On this page" className="max-md:hidden">
		<ul className="flex flex-wrap gap-x-5 gap-y-1">
			{SECTIONS.map(([id, name]) => (
				<li key={id}>
					<a href={`#${id}`} className="link">
						{name}
					</a>
				</li>
			))}
		</ul>
	</nav>
)

export default function OverviewPage() {
	const overview = useLoaderData<typeof loader>()
	return (
		<Page title="Overview">
			<PeriodPicker address={consolePaths.overview} period={overview.period} />
			<Contents />
			{!overview.isUpToDate && <StillUpdating />}
			<Compared {...overview} />
			<Products {...overview} ends={[overview.period.to, overview.before.to]} />
			<h2 id="stops">Where learners stop</h2>
			<WorstStop {...overview} />
			{overview.stops.length > 0 && <Stops {...overview} />}
			<h2>After an edit</h2>
			<p>
				The share of people who opened a section but not the next one, before and after its text changed. Both sides cover the same number
				of days: the days since the change, 90 at most. Changes are noticed when the server starts and when this page is loaded.
			</p>
			<Edits {...overview} />
			<Learners {...overview} />
			<Sales {...overview} />
			<h2 id="funnel">Funnel</h2>
			<p>
				What happened in this period. Visits and quizzes are those of visitors who accepted optional cookies.{' '}
				<Link to={`${consolePaths.funnel}?${overview.period.query}`}>View the funnel by source and code</Link>
			</p>
			<FunnelTable steps={overview.funnel} />
			<AccountsToPurchase steps={overview.steps} />
			<p>
				<a href={`${consolePaths.overviewFile}?${overview.period.query}`}>Download these figures as CSV</a>
			</p>
		</Page>
	)
}
