import { Fragment } from 'react'
import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { BarChart } from '#app/admin/ui/bar-chart.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, formatFigure, ShareBar } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { SectionTabs } from '#app/admin/ui/section-tabs.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readOverview } from '#server/console/overview/read-overview.ts'

import { FunnelTable, StillUpdating } from './funnel-table.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { ProductSales, Sales } from './sales.tsx'
import { Edits, Stops, WorstStop } from './stops.tsx'

export const loader = load(readOverview)

type Overview = Awaited<ReturnType<typeof loader>>

const NO_SALES = 'No payments in this period. Sales appear here as soon as an order is paid.'

const Compared = ({ compared, plots, isOver }: Pick<Overview, 'compared' | 'plots' | 'isOver'>) => {
	const changeOf = (name: string) => {
		const found = compared.find((each) => each.name === name)
		return found === undefined || found.before === null ? undefined : found.change
	}
	const charts = [
		...plots.paid.flatMap(({ currency, bars, net }) => {
			const of = plots.paid.length > 1 ? ` in ${currency.toUpperCase()}` : ''
			return [
				{ name: `Sales${of}`, bars, currency, empty: NO_SALES },
				{
					name: `Net sales${of}`,
					bars: net,
					currency,
					empty: bars.some(({ amount }) => amount > 0) ? 'Everything paid in this period was refunded.' : NO_SALES,
				},
			]
		}),
		...(plots.paid.length === 0 ? [{ name: 'Sales', bars: [], currency: null, empty: NO_SALES }] : []),
		{ name: 'New accounts', bars: plots.accounts, currency: null, empty: 'No accounts opened in this period.' },
	]
	return (
		<>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] items-start gap-5">
				{charts.map((chart) => (
					<BarChart key={chart.name} {...chart} isOver={isOver} change={changeOf(chart.name)} />
				))}
			</div>
			<Facts>
				{compared
					.filter(({ name }) => charts.every((chart) => chart.name !== name))
					.map(({ name, now, before, change, currency }) => (
						<Fact key={name} name={name}>
							{formatFigure(now, currency)}
							{before !== null && <span className="text-soft">{` ${change}, before: ${formatFigure(before, currency)}`}</span>}
						</Fact>
					))}
			</Facts>
		</>
	)
}

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
				columns={[
					{ head: 'Step', cell: ({ name }) => name },
					{ head: 'Accounts', cell: ({ count }) => count },
					{ head: 'Share', cell: ({ count }) => (accounts === 0 ? '–' : <ShareBar share={count / accounts} />) },
				]}
			/>
		</>
	)
}

const PANEL = 'grid auto-cols-[minmax(0,1fr)] content-start gap-5 [&>p]:max-w-read'

const Learning = (overview: Overview) => (
	<div className={PANEL}>
		<h2>Where learners stop</h2>
		<WorstStop {...overview} />
		{overview.stops.length > 0 && <Stops {...overview} />}
		<h2>After an edit</h2>
		<p>
			The share of people who opened a section but not the next one, before and after its text changed. Both sides cover the same number of
			days: the days since the change, 90 at most. Changes are noticed when the server starts and when this page is loaded.
		</p>
		<Edits {...overview} />
		{overview.figures.map(({ title, figures }) => (
			<Fragment key={title}>
				<h2>{title}</h2>
				<Facts>
					{figures.map(({ name, value, path }) => (
						<Fact key={name} name={name}>
							{path === undefined ? value : <Link to={path}>{value}</Link>}
						</Fact>
					))}
				</Facts>
			</Fragment>
		))}
	</div>
)

const Funnel = ({ period, funnel, steps }: Overview) => (
	<div className={PANEL}>
		<p>
			What happened in this period. Visits and quizzes are those of visitors who accepted optional cookies.{' '}
			<Link to={`${consolePaths.funnel}?${period.query}`}>View the funnel by source and code</Link>
		</p>
		<FunnelTable steps={funnel} />
		<AccountsToPurchase steps={steps} />
	</div>
)

export default function OverviewPage() {
	const overview = useLoaderData<typeof loader>()
	const { period, before, isOver } = overview
	return (
		<Page title="Overview">
			<PeriodPicker address={consolePaths.overview} period={period}>
				{`${before === null ? '. There is no full period before it to compare with yet' : `, compared with ${before}`}${isOver ? '' : '. The last day isn’t over yet: its bar is pale'}`}
			</PeriodPicker>
			{!overview.isUpToDate && <StillUpdating />}
			<SectionTabs
				label="Figures"
				tabs={[
					{
						id: 'sales',
						label: 'Sales',
						panel: (
							<div className={PANEL}>
								<Compared {...overview} />
								<ProductSales {...overview} />
								<Sales {...overview} />
							</div>
						),
					},
					{ id: 'learning', label: 'Learning', panel: <Learning {...overview} /> },
					{ id: 'funnel', label: 'Funnel', panel: <Funnel {...overview} /> },
				]}
			/>
			<p>
				<a href={`${consolePaths.overviewFile}?${period.query}`}>Download these figures as CSV</a>
			</p>
		</Page>
	)
}
