import { Fragment } from 'react'
import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { BarCharts } from '#app/admin/ui/bar-chart.tsx'
import { Fact, Facts, formatFigure } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readOverview } from '#server/console/overview/read-overview.ts'

import { StillUpdating } from './funnel-table.tsx'
import { OverviewTabs, PeriodPicker } from './period-picker.tsx'
import { ProductSales, Sales } from './sales.tsx'
import { Edits, Stops, WorstStop } from './stops.tsx'

export const loader = load(readOverview)

type Overview = Awaited<ReturnType<typeof loader>>

const NO_SALES = 'No payments in this period. Sales appear here as soon as an order is paid.'

const NOTHING_LEARNED = 'None in this period. Learning appears here as soon as someone opens a lesson.'

const Compared = ({ compared, plots, period, before, isOver }: Overview) => {
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
			<BarCharts
				label="Sales and accounts"
				charts={charts.map((chart) => ({ ...chart, change: changeOf(chart.name) }))}
				unit={plots.unit}
				isOver={isOver}
				periods={[period.days, before]}
			/>
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

const Learned = ({ plots, isOver, period, before }: Overview) => (
	<>
		<BarCharts
			label="Learning"
			charts={plots.learning.map((chart) => ({ ...chart, currency: null, empty: NOTHING_LEARNED }))}
			unit={plots.unit}
			isOver={isOver}
			periods={[period.days, before]}
		/>
		<p className="text-soft">
			A study day is a day on which a learner opened a lesson for the first time, or began one that they finished. A finished lesson counts
			on the day its reading began.
		</p>
	</>
)

const Learning = (overview: Overview) => (
	<>
		<Learned {...overview} />
		<h2>Where learners stop</h2>
		<WorstStop {...overview} />
		{overview.stops.length > 0 && <Stops {...overview} />}
		<h2>After an edit</h2>
		<p>
			The share of people who opened a lesson but not the next one, before and after its text changed. Both sides cover the same number of
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
	</>
)

const Sold = (overview: Overview) => (
	<>
		<Compared {...overview} />
		<ProductSales {...overview} />
		<Sales {...overview} />
	</>
)

export default function OverviewPage() {
	const overview = useLoaderData<typeof loader>()
	const { period, before, isOver, isLearning, plots } = overview
	const view = isLearning ? 'learning' : undefined
	const isPale = !isOver || plots.unit !== 'day'
	return (
		<Page title={isLearning ? 'Learning' : 'Overview'} heading="Overview">
			<OverviewTabs query={period.query} isLearning={isLearning} />
			<PeriodPicker address={consolePaths.overview} period={period} view={view}>
				{`${before === null ? '. There is no complete earlier period to compare it with yet' : `, compared with ${before}`}${isPale ? `. A pale bar is a ${plots.unit} that isn’t complete` : ''}`}
			</PeriodPicker>
			{!overview.isUpToDate && <StillUpdating />}
			{isLearning ? <Learning {...overview} /> : <Sold {...overview} />}
			<p>
				<a href={`${consolePaths.overviewFile}?${period.query}`}>Download these figures as CSV</a>
			</p>
		</Page>
	)
}
