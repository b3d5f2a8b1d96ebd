import { Fragment } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { BarCharts, isEmptyChart } from '#app/admin/ui/bar-chart.tsx'
import { Fact, Facts } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { ChartData } from '#server/console/overview/read-charts.ts'
import { readOverview } from '#server/console/overview/read-overview.ts'

import { CHART_PARAMS, toChartFileUrl } from './chart-file.ts'
import { LessonEdits, DropOffTable, WorstDropOff } from './drop-offs.tsx'
import { StillUpdating } from './funnel-table.tsx'
import { OverviewTabs, PeriodPicker } from './period-picker.tsx'
import { ProductSales, Sales } from './sales-tables.tsx'

export const loader = createLoader(readOverview)

type Overview = Awaited<ReturnType<typeof loader>>

/** Texts for charts without amounts. The charts of all currencies share one. */
const EMPTY: Readonly<Record<string, string>> = {
	sales: 'No sales in this period.',
	'net-sales': 'No sales or refunds in this period.',
	orders: 'No paid orders in this period.',
	refunded: 'No refunds in this period.',
	accounts: 'No new accounts in this period.',
}

const emptyOf = ({ id, currency }: ChartData, all: readonly ChartData[]) => {
	const isPaid = all.some(
		(chart) => chart.id.startsWith('sales') && chart.currency === currency && chart.bars.some(({ amount }) => amount > 0),
	)
	if (id.startsWith('net-sales') && isPaid) return 'Each day’s refunds equal its sales.'
	return EMPTY[id] ?? EMPTY[id.replace(/-[a-z]{3}$/, '')] ?? ''
}

const NOTHING_LEARNED = 'None in this period.'

/** Skips the request when another chart is chosen: the page already has the data of every chart. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
	const withoutCharts = ({ pathname, searchParams }: URL) =>
		`${pathname} ${[...searchParams].filter(([name]) => !CHART_PARAMS.has(name)).join('&')}`
	return currentUrl.search === nextUrl.search ? defaultShouldRevalidate : withoutCharts(currentUrl) !== withoutCharts(nextUrl)
}

const Learned = ({ charts, isOver, period, before }: Overview) => (
	<>
		<BarCharts
			label="Learning"
			param="chart"
			charts={charts.learning.map((chart) => ({ ...chart, empty: NOTHING_LEARNED }))}
			unit={charts.unit}
			isOver={isOver}
			periods={[period.days, before]}
			toFileUrl={toChartFileUrl(period)}
		/>
		<p className="text-soft">
			A study day is a day with a new lesson opened, or with a lesson started that was later finished. Finished lessons count on the day
			they were started.
		</p>
	</>
)

/** True if no one opened a lesson in this period or the one before, so that there's nothing to chart. */
const isUnlearned = ({ charts, stops, edits }: Overview) => stops.length === 0 && edits.length === 0 && charts.learning.every(isEmptyChart)

const DropOffs = (overview: Overview) => (
	<>
		<Learned {...overview} />
		<h2>Where learners stop</h2>
		<WorstDropOff {...overview} />
		{overview.stops.length > 0 && <DropOffTable {...overview} />}
		<h2>After an edit</h2>
		<p>Equal spans before and after an edit, up to 90 days: how many opened the lesson, but not the next one.</p>
		<LessonEdits {...overview} />
	</>
)

const Learning = (overview: Overview) => (
	<>
		{isUnlearned(overview) ? (
			<p className="empty">No lessons were opened in this period. Once they are, progress and drop-offs appear here.</p>
		) : (
			<DropOffs {...overview} />
		)}
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

const Sold = (overview: Overview) => {
	const { charts, isOver, period, before, areTests } = overview
	return (
		<>
			{areTests && <p className="text-soft">Test sales: no real money moves until your academy is live.</p>}
			<BarCharts
				label="Sales and accounts"
				param="chart"
				charts={charts.overview.map((chart) => ({ ...chart, empty: emptyOf(chart, charts.overview) }))}
				unit={charts.unit}
				isOver={isOver}
				periods={[period.days, before]}
				toFileUrl={toChartFileUrl(period)}
			/>
			<ProductSales {...overview} />
			<Sales {...overview} />
		</>
	)
}

export default function OverviewPage() {
	const overview = useLoaderData<typeof loader>()
	const { period, before, isLearning } = overview
	return (
		<Page title={isLearning ? 'Learning' : 'Overview'} heading="Overview">
			<OverviewTabs query={period.query} isLearning={isLearning} />
			<PeriodPicker address={consolePaths.overview} period={period} before={before} />
			{!overview.isUpToDate && <StillUpdating />}
			{isLearning ? <Learning {...overview} /> : <Sold {...overview} />}
			<p>
				<a href={`${consolePaths.overviewFile}?${period.query}`}>Download all figures of this period as CSV</a>
			</p>
		</Page>
	)
}
