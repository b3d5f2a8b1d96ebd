import { type KeyboardEvent, useId, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { moveTab } from '#app/ui/tab-list.tsx'
import { decimalsOf, formatPrice } from '#domain/pricing/money.ts'
import type { Bar, Unit } from '#server/console/overview/bars.ts'

import { dayNames, HEIGHT, KEY_BEFORE, KEY_NOW, LABEL, layOut, nameBar, Plot, Reading } from './bar-plot.tsx'
import { DataTable } from './data-table.tsx'
import { Change, formatFigure } from './format.tsx'

/** In pixels, on average. */
const CHARACTER = 10
const sum = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((total, amount = 0) => total + amount, 0)
const isEmpty = ({ bars }: Pick<Chart, 'bars'>) => bars.every(({ amount, before }) => amount === 0 && (before?.amount ?? 0) === 0)
const formatRound = (amount: number, currency: string | null) =>
	currency === null ? amount.toLocaleString('en-US') : formatPrice(amount, currency)

const TILE =
	'grid content-start gap-0.5 border-t-[.375rem] border-transparent px-4 pt-2 pb-3 text-left no-underline focus-visible:outline-offset-[-3px] hover:bg-sunk aria-selected:border-accent aria-selected:bg-raised'

export type Chart = {
	name: string
	bars: readonly Bar[]
	/** Currency of the amounts, which are in its smallest unit; null for counts. */
	currency: string | null
	change?: string | undefined
	empty: string
}

type Shared = {
	unit: Unit
	isOver?: boolean
	/** Names of this period and, if it is complete, of the previous one. */ periods: readonly [string, string | null]
}

function Figure({ name, bars, currency, empty, unit, isOver = true, periods: [now, before] }: Chart & Shared) {
	const nameId = useId()
	const [index, setIndex] = useState<number | null>(null)
	const title = `${name} per ${unit}`
	if (isEmpty({ bars })) return <p className="py-12 text-center text-soft">{empty}</p>
	const layout = layOut(bars, currency === null ? 1 : 10 ** decimalsOf(currency))
	const labels = layout.ticks.map((tick) => formatRound(tick, currency))
	const bar = index === null ? undefined : bars[index]
	const format = (amount: number) => formatFigure(amount, currency)
	const earlier = bars.flatMap((bar) => (bar.before ? [bar.before.amount] : []))
	return (
		<figure aria-labelledby={nameId}>
			<div className="flex flex-wrap justify-between gap-x-6">
				<figcaption id={nameId} className="font-semibold">
					{title}
				</figcaption>
				<ul className="flex flex-wrap content-start gap-x-5 text-(length:--text-sm) text-soft tabular-nums max-md:min-h-12">
					{bar ? (
						<Reading bar={bar} unit={unit} layout={layout} formatAmount={format} />
					) : (
						<>
							<li className={KEY_NOW}>{`${now}: ${format(sum(bars.map(({ amount }) => amount)))}`}</li>
							{before !== null && earlier.length > 0 && <li className={KEY_BEFORE}>{`${before}: ${format(sum(earlier))}`}</li>}
						</>
					)}
				</ul>
			</div>
			<div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-3">
				<svg width={Math.max(...labels.map(({ length }) => length)) * CHARACTER} height={HEIGHT} aria-hidden="true">
					{layout.ticks.map((tick, index) => (
						<text key={tick} className={LABEL} x="100%" y={layout.toY(tick)} dy="0.32em" textAnchor="end">
							{labels[index]}
						</text>
					))}
				</svg>
				<Plot label={title} bars={bars} unit={unit} isOver={isOver} layout={layout} index={index} onRead={setIndex} formatAmount={format} />
			</div>
		</figure>
	)
}

const HEADS = { day: 'Day', week: 'Week', month: 'Month' } as const

/** The amounts of all charts in one table, newest first. */
function Amounts({ caption, charts, unit }: { caption: string; charts: readonly Chart[]; unit: Unit }) {
	const bars = charts[0]?.bars ?? []
	const nameDay = dayNames(bars)
	const columns = charts.flatMap(({ name, currency, bars: own }) => {
		const format = (amount: number | undefined) => formatFigure(amount ?? 0, currency)
		return [
			{ head: name, cell: (index: number) => format(own[index]?.amount) },
			...(own[0]?.before ? [{ head: `${name} before`, cell: (index: number) => format(own[index]?.before?.amount) }] : []),
		]
	})
	return (
		<DataTable
			caption={caption}
			rows={bars.map((_, index) => index).toReversed()}
			rowKey={(index) => bars[index]?.since ?? ''}
			isNarrow={columns.length < 3}
			columns={[
				{
					head: HEADS[unit],
					...(columns.length > 2 && { card: 'title' as const }),
					cell: (index) => nameBar(bars[index] as Bar, unit, nameDay),
				},
				...columns,
			]}
		/>
	)
}

/**
 * Charts of a period, one at a time, against the previous period. Each has a tab with its total, and one table has all figures.
 * Without JavaScript, all charts are shown in sequence, and the tabs are links to them.
 */
export function BarCharts({ label, charts, ...shared }: { label: string; charts: readonly Chart[] } & Shared) {
	const base = useId()
	const isAlive = useHydrated()
	const [chosen, setChosen] = useState('')
	const selected = Math.max(
		0,
		charts.findIndex(({ name }) => name === chosen),
	)
	const drawn = charts.filter((chart) => !isEmpty(chart))
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		const next = moveTab(event.key, selected, charts.length)
		if (next === null) return
		event.preventDefault()
		setChosen(charts[next]?.name ?? '')
		;(event.currentTarget.children[next] as HTMLElement | undefined)?.focus()
	}
	return (
		<div className="@container border border-line bg-raised">
			<div
				className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] border-b border-line bg-ground"
				{...(isAlive && { role: 'tablist', 'aria-label': label, onKeyDown })}
			>
				{charts.map(({ name, bars, currency, change }, index) => (
					<a
						key={name}
						href={`#${base}-${index}`}
						className={TILE}
						{...(isAlive && {
							id: `${base}-${index}-tab`,
							role: 'tab',
							'aria-selected': index === selected,
							'aria-controls': `${base}-${index}`,
							tabIndex: index === selected ? 0 : -1,
							onClick: (event) => {
								event.preventDefault()
								setChosen(name)
							},
						})}
					>
						<span className="tile-name text-soft">{name}</span>
						<span className="tile-figure flex flex-wrap items-baseline gap-x-2 text-xl font-semibold tabular-nums">
							{formatFigure(sum(bars.map(({ amount }) => amount)), currency)}
							{change !== undefined && (
								<span className="text-(length:--text-sm) font-normal">
									{' '}
									<Change text={change} />
								</span>
							)}
						</span>
					</a>
				))}
			</div>
			{charts.map((chart, index) => (
				<div
					key={chart.name}
					id={`${base}-${index}`}
					className={`p-4 ${index === selected ? '' : 'hidden noscript:block'}`}
					{...(isAlive && { role: 'tabpanel', 'aria-labelledby': `${base}-${index}-tab` })}
				>
					<Figure {...chart} {...shared} />
				</div>
			))}
			{drawn.length > 0 && (
				<div className="border-t border-line px-4 [&>.disclosure]:border-0">
					<Disclosure summary="Show as table">
						<Amounts caption={`${label} per ${shared.unit}`} charts={drawn} unit={shared.unit} />
					</Disclosure>
				</div>
			)}
		</div>
	)
}
