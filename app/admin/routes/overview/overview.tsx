import { Form, Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { BarPlot } from '#app/admin/ui/bar-plot.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts } from '#app/admin/ui/facts.tsx'
import { Page, PageTabs } from '#app/admin/ui/page.tsx'
import { ShareBar } from '#app/admin/ui/share-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { readOverview } from '#server/console/overview/read-overview.ts'

import { FunnelTable } from './funnel-table.tsx'
import { Sales } from './sales.tsx'
import { StillUpdating } from './still-updating.tsx'
import { Edits, Stops, WorstStop } from './stops.tsx'

export const loader = load(readOverview)

type Overview = Awaited<ReturnType<typeof loader>>

const Periods = ({ periods, days, period }: Pick<Overview, 'periods' | 'days' | 'period'>) => (
	<>
		<PageTabs
			label="Period"
			tabs={periods.map((each) => ({
				label: `${each} days`,
				href: `${consolePaths.overview}?days=${each}`,
				isCurrent: !period.isCustom && each === days,
			}))}
		/>
		<Form method="get" action={consolePaths.overview} className="filter" aria-label="Other period" key={`${period.from} ${period.to}`}>
			<TextField
				name="from"
				type="date"
				label="From"
				required
				defaultValue={period.from}
				error={period.isRefused ? 'Choose a period of at most ten years that starts before it ends. Showing the last 30 days.' : undefined}
			/>
			<TextField name="to" type="date" label="To (included)" required defaultValue={period.to} />
			<Button type="submit" variant="secondary">
				Show
			</Button>
		</Form>
	</>
)

const formatFigure = (amount: number, currency: string | null) =>
	currency === null ? amount.toLocaleString('en-US') : formatMoney(amount, currency)

const Compared = ({ compared, period, before, isOver }: Pick<Overview, 'compared' | 'period' | 'before' | 'isOver'>) => (
	<>
		<h2>At a glance</h2>
		<p>
			{`${formatUtcDay(period.from)} to ${formatUtcDay(period.to)}, compared with ${formatUtcDay(before.from)} to ${formatUtcDay(before.to)}.`}
			{!isOver && ' The last day is not over yet.'}
		</p>
		<DataTable
			caption="Compared with the period before"
			rows={compared}
			rowKey={({ name }) => name}
			empty=""
			columns={[
				{ head: 'Figure', card: 'title', cell: ({ name }) => name },
				{ head: 'This period', card: 'end', cell: ({ now, currency }) => formatFigure(now, currency) },
				{ head: 'Period before', cell: ({ before: earlier, currency }) => (earlier === null ? '–' : formatFigure(earlier, currency)) },
				{ head: 'Change', card: 'plain', cell: ({ change }) => change },
			]}
		/>
	</>
)

const Learners = ({ active, promises, plots }: Pick<Overview, 'active' | 'promises' | 'plots'>) => (
	<>
		<h2>Learners and answers</h2>
		<Facts>
			<Fact name="Active learners, last 7 days">{active.in7Days}</Fact>
			<Fact name="Active learners, last 30 days">{active.in30Days}</Fact>
			<Fact name="Messages answered in time">
				{promises} <Link to={consolePaths.tickets}>Inbox</Link>
			</Fact>
		</Facts>
		<BarPlot name="Accounts opened" bars={plots.accounts} formatAmount={(count) => count.toLocaleString('en-US')} />
	</>
)

function AccountsToPurchase({ steps }: Pick<Overview, 'steps'>) {
	const accounts = steps[0]?.count ?? 0
	return (
		<>
			<h2>From account to purchase</h2>
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

export default function OverviewPage() {
	const overview = useLoaderData<typeof loader>()
	return (
		<Page title="Overview">
			<Periods {...overview} />
			{!overview.isUpToDate && <StillUpdating />}
			<Compared {...overview} />
			<h2>Where learners stop</h2>
			<WorstStop {...overview} />
			<Stops {...overview} />
			<h2>After an edit</h2>
			<p>
				The share of people who opened a section but not the next one, before and after its text changed. Both sides cover the same number
				of days: the days since the change, 90 at most. Changes are noticed when the server starts and when this page is loaded.
			</p>
			<Edits {...overview} />
			<Learners {...overview} />
			<Sales {...overview} />
			<h2>Funnel</h2>
			<p>
				What happened in this period. Visits and quizzes are those of visitors who accepted optional cookies.{' '}
				<Link to={consolePaths.funnel}>Any period, by source and by code</Link>
			</p>
			<FunnelTable steps={overview.funnel} />
			<AccountsToPurchase steps={overview.steps} />
			<p>
				<a
					href={`${consolePaths.overviewFile}?${overview.period.isCustom ? `from=${overview.period.from}&to=${overview.period.to}` : `days=${overview.days}`}`}
				>
					Download these figures as CSV
				</a>
			</p>
		</Page>
	)
}
