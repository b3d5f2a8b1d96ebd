import { useId, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'

import { Disclosure } from '#app/ui/disclosure.tsx'
import { decimalsOf } from '#domain/pricing/money.ts'
import type { Unit } from '#server/console/overview/bars.ts'
import type { ChartData } from '#server/console/overview/read-charts.ts'

import { PLOT_LABEL_CLASSES, LegendMark, Plot } from './bar-plot.tsx'
import { createBarLabels, formatTick, CHART_HEIGHT, isPartial, layOutChart, linkToRows } from './chart-scale.ts'
import { Comparison } from './comparison.tsx'
import { DataTable } from './data-table.tsx'
import { formatAmountOrCount } from './format.tsx'

/** Average width of a character, in pixels. */
const CHARACTER = 8.5

const TILE =
	'grid h-full content-start gap-x-2 border-t-[.375rem] border-transparent px-3 pt-2 pb-2 text-left no-underline focus-visible:outline-offset-[-3px] hover:bg-sunk aria-[current]:border-accent aria-[current]:bg-raised'

export type Chart = ChartData & { /** Shown instead of a chart without amounts. */ empty: string }

type Shared = {
	unit: Unit
	isOver: boolean
	/** Names of this period and, if it is complete, of the previous one. */ periods: readonly [string, string | null]
	/** URL of a chart's CSV. */ toFileUrl: (id: string) => string
}

export const isEmptyChart = ({ bars }: ChartData) => bars.every(({ amount, before }) => amount === 0 && (before?.amount ?? 0) === 0)
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Returns the totals of both periods; `before` is null if the previous period is incomplete. */
function totalsOf({ bars, currency, isFallGood }: ChartData) {
	const before = bars.flatMap((bar) => (bar.before ? [bar.before.amount] : []))
	return { now: sum(bars.map(({ amount }) => amount)), before: before.length === 0 ? null : sum(before), currency, isFallGood }
}

const PARTIAL = { day: 'Today so far', week: 'Not a full week', month: 'Not a full month' } as const

function Legend({ bars, unit, isOver, periods: [now, before] }: Chart & Shared) {
	return (
		<ul className="flex flex-wrap gap-x-5 text-[.875rem] text-soft tabular-nums">
			<li>
				<LegendMark of="now" />
				{now}
			</li>
			{bars.some(({ amount }, index) => amount !== 0 && isPartial({ bars, unit, isOver }, index)) && (
				<li>
					<LegendMark of="partial" />
					{PARTIAL[unit]}
				</li>
			)}
			{before !== null && bars.some((bar) => bar.before) && (
				<li>
					<LegendMark of="before" />
					{before}
				</li>
			)}
		</ul>
	)
}

function Figure(chart: Chart & Shared) {
	const { name, bars, currency, isFallGood, empty, unit, isOver } = chart
	const nameId = useId()
	const [index, setIndex] = useState<number | null>(null)
	const title = `${name} per ${unit}`
	if (isEmptyChart(chart)) return <p className="mx-auto max-w-read px-4 py-12 text-center text-soft">{empty}</p>
	const layout = layOutChart(bars, currency === null ? 1 : 10 ** decimalsOf(currency))
	const labels = layout.ticks.map((tick) => formatTick(tick, currency))
	const { labelBar, labelPreviousPeriod } = createBarLabels(chart)
	const format = (amount = 0) => formatAmountOrCount(amount, currency)
	const bar = index === null ? undefined : bars[index]
	const linkTo = (each: number) => linkToRows(chart, each)
	const describe = (each: number) => {
		const { amount, before } = bars[each] ?? {}
		return `${labelBar(each)}: ${format(amount)}${before ? `; ${labelPreviousPeriod(each)}: ${format(before.amount)}` : ''}`
	}
	return (
		<figure aria-labelledby={nameId} className="p-4 pb-2">
			<div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
				<figcaption id={nameId} className="font-semibold">
					{title}
				</figcaption>
				<Legend {...chart} />
			</div>
			<div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-2">
				<svg width={Math.max(...labels.map(({ length }) => length)) * CHARACTER} height={CHART_HEIGHT} aria-hidden="true">
					{layout.ticks.map((tick, place) => (
						<text key={tick} className={PLOT_LABEL_CLASSES} x="100%" y={layout.toY(tick)} dy="0.32em" textAnchor="end">
							{labels[place]}
						</text>
					))}
				</svg>
				<Plot label={title} {...{ bars, unit, isOver, layout, index, describe, linkTo }} onRead={setIndex}>
					{index !== null && bar && (
						<>
							<p className="font-semibold">{labelBar(index)}</p>
							<p>
								<LegendMark of={isPartial(chart, index) ? 'partial' : 'now'} />
								{format(bar.amount)}
							</p>
							{bar.before && (
								<>
									<p>
										<LegendMark of="before" />
										{`${format(bar.before.amount)} · ${labelPreviousPeriod(index)}`}
									</p>
									<Comparison now={bar.amount} before={bar.before.amount} currency={currency} isFallGood={isFallGood} />
								</>
							)}
							{linkTo(index) !== null && <p className="link">{`See ${chart.list?.what}`}</p>}
						</>
					)}
				</Plot>
			</div>
		</figure>
	)
}

const HEADS = { day: 'Day', week: 'Week', month: 'Month' } as const

/** The chart as a table, newest first, with its CSV. */
function Amounts(chart: Chart & Shared) {
	const { id, name, bars, currency, isFallGood, unit, toFileUrl } = chart
	const { labelBar } = createBarLabels(chart)
	const linkBar = (index: number) => {
		const href = linkToRows(chart, index)
		return href === null ? labelBar(index) : <Link to={href}>{labelBar(index)}</Link>
	}
	const format = (amount = 0) => formatAmountOrCount(amount, currency)
	const isCompared = bars.some(({ before }) => before)
	return (
		<div className="border-t border-line px-4 [&>.disclosure]:border-0">
			<Disclosure summary="Show as table">
				{/* On phones, headings and days wrap, so that the table is no wider than the chart. */}
				<div className="grid grid-cols-[minmax(0,1fr)] gap-3 max-md:[&_th]:whitespace-normal! max-md:[&_td:first-child]:whitespace-normal! [&_.table-scroll]:bg-none">
					<DataTable
						caption={`${name} per ${unit}`}
						rows={bars.map((_, index) => index).toReversed()}
						rowKey={(index) => bars[index]?.since ?? ''}
						isNarrow
						columns={[
							{ head: HEADS[unit], cell: linkBar },
							{ head: name, cell: (index) => format(bars[index]?.amount) },
							...(isCompared
								? [
										{
											head: 'Change',
											cell: (index: number) => (
												<Comparison
													now={bars[index]?.amount ?? 0}
													before={bars[index]?.before?.amount}
													currency={currency}
													isFallGood={isFallGood}
												/>
											),
										},
									]
								: []),
						]}
					/>
					<p>
						<a href={toFileUrl(id)}>Download this table as CSV</a>
					</p>
				</div>
			</Disclosure>
		</div>
	)
}

const SPARK_HEIGHT = 20

/** Small line of this period's amounts, without an axis. */
function Sparkline({ bars }: Pick<ChartData, 'bars'>) {
	const amounts = bars.map(({ amount }) => amount)
	const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
	if (least === most || amounts.length < 2) return null
	const points = amounts.map((amount, index) => `${index} ${(((most - amount) / (most - least)) * (SPARK_HEIGHT - 2) + 1).toFixed(1)}`)
	return (
		<svg
			className="mt-1 block overflow-visible"
			width="100%"
			height={SPARK_HEIGHT}
			viewBox={`0 0 ${amounts.length - 1} ${SPARK_HEIGHT}`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			<path className="fill-none stroke-accent [stroke-width:1.5]" vectorEffect="non-scaling-stroke" d={`M${points.join('L')}`} />
		</svg>
	)
}

/** Query of the page being opened, so that a chosen card is marked at once. */
function useSearch(): string {
	const { pathname, search } = useLocation()
	const next = useNavigation().location
	return next?.pathname === pathname ? next.search : search
}

function linkTo(search: string, param: string, id: string) {
	const query = new URLSearchParams(search)
	query.set(param, id)
	return `?${query.toString()}`
}

type Props = { label: string; charts: readonly Chart[]; /** URL parameter that selects the chart. */ param: string } & Shared

/** Figures of a period against the previous one, as cards. The chosen card's figure is shown as a chart and as a table. */
export function BarCharts({ label, charts, param, ...shared }: Props) {
	const search = useSearch()
	const asked = new URLSearchParams(search).get(param)
	const chosen = charts.find(({ id }) => id === asked) ?? charts[0]
	if (!chosen) return null
	const shown = { ...chosen, ...shared }
	return (
		<div className="@container border border-line bg-raised">
			<nav aria-label={label}>
				<ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] overflow-hidden @2xl:grid-cols-[repeat(auto-fit,minmax(11.25rem,1fr))] border-b border-line bg-ground">
					{charts.map((chart) => {
						const totals = totalsOf(chart)
						return (
							<li key={chart.id} className="-mr-px -mb-px border-r border-b border-line @max-2xl:last:odd:col-span-full">
								<Link
									to={linkTo(search, param, chart.id)}
									aria-current={chart === chosen ? 'true' : undefined}
									preventScrollReset
									replace
									className={TILE}
								>
									<span className="tile-name text-soft">{chart.name}</span>
									<span className="tile-figure">
										<span className="text-xl font-semibold whitespace-nowrap tabular-nums">
											{formatAmountOrCount(totals.now, chart.currency)}
										</span>
										<span className="block text-[.875rem] empty:hidden">
											<Comparison {...totals} />
										</span>
									</span>
									<Sparkline bars={chart.bars} />
								</Link>
							</li>
						)
					})}
				</ul>
			</nav>
			<Figure key={chosen.id} {...shown} />
			{!isEmptyChart(chosen) && <Amounts {...shown} />}
		</div>
	)
}
