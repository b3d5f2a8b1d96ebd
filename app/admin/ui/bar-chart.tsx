import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { decimalsOf, formatPrice } from '#domain/pricing/money.ts'
import type { Bar } from '#server/console/overview/bars.ts'

import { DataTable } from './data-table.tsx'
import { Change, formatFigure } from './format.tsx'

const MAX_STEPS = 4

/** Returns round axis values from zero to at least `most`. The step is 1, 2 or 5 times a power of ten, and at least one. */
export function roundScale(most: number): number[] {
	const least = Math.max(1, most / MAX_STEPS)
	const power = 10 ** Math.floor(Math.log10(least))
	const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10)
	return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}

/** In pixels: top and bottom of the plot area, and the chart's height including the dates below. */
const [TOP, BOTTOM, HEIGHT] = [10, 200, 226]
const MAX_DATES = 5
const MAX_DATES_WITH_YEARS = 3
const CHARACTER = 10

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const yearFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const spansYears = (bars: readonly Bar[]) => new Set(bars.map(({ since }) => since.slice(0, 4))).size > 1
const nameBar = ({ since, days }: Bar, nameDay: (day: string) => string) =>
	days === 1 ? nameDay(since) : `${days} days from ${nameDay(since)}`
const sum = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((total, amount = 0) => total + amount, 0)

const percent = (value: number) => `${value.toFixed(2)}%`

/** Computes positions: x in percent of the width, y in pixels. */
function layOut(bars: readonly Bar[], unit: number) {
	const most = Math.max(...bars.flatMap(({ amount, before }) => [amount, before?.amount ?? 0]))
	const ticks = roundScale(most / unit).map((tick) => tick * unit)
	const toX = (index: number) => ((index + 0.5) / bars.length) * 100
	const toY = (amount: number) => BOTTOM - (Math.max(0, amount) / (ticks.at(-1) ?? 1)) * (BOTTOM - TOP)
	// Labels of neighboring bars would overlap on a phone.
	const hasYears = spansYears(bars)
	const count = Math.min(hasYears ? MAX_DATES_WITH_YEARS : MAX_DATES, Math.ceil((bars.length + 1) / 2))
	const dates = Array.from({ length: count }, (_, index) => (count === 1 ? 0 : Math.round((index * (bars.length - 1)) / (count - 1))))
	/** Formats a day, such as `Nov 27`; with the year if the chart spans two. */
	const nameDay = (day: string) => (hasYears ? yearFormat : dayFormat).format(new Date(day))
	return { ticks, toX, toY, dates, nameDay }
}
type Layout = ReturnType<typeof layOut>

const FIGURE = '@container grid grid-cols-1 content-start gap-1.5 border border-line bg-raised p-4'
const LABEL = 'fill-soft text-(length:--text-sm) tabular-nums'
const KEY = "before:me-1.5 before:inline-block before:w-3 before:border-accent before:align-middle before:content-['']"
const KEY_NOW = `${KEY} before:border-t-12`
const KEY_BEFORE = `${KEY} before:border-t-2 before:border-ink`
const READING =
	'pointer-events-none absolute z-1 mx-3 grid border border-line-strong bg-raised px-2.5 py-1.5 text-(length:--text-sm) tabular-nums'

const anchorAt = (x: number) => (x < 5 ? 'start' : x > 95 ? 'end' : 'middle')

function Axes({ bars, layout: { ticks, toX, toY, dates, nameDay } }: { bars: readonly Bar[]; layout: Layout }) {
	return (
		<g aria-hidden="true">
			{ticks.map((tick) => (
				<line key={tick} className="stroke-line" x1="0" x2="100%" y1={toY(tick)} y2={toY(tick)} />
			))}
			{dates.map((index, place) => (
				<text
					key={index}
					x={percent(toX(index))}
					y={HEIGHT - 6}
					textAnchor={anchorAt(toX(index))}
					className={`${LABEL} ${place % 2 === 1 ? '@max-md:hidden' : ''}`}
				>
					{nameDay(bars[index]?.since ?? '')}
				</text>
			))}
		</g>
	)
}

/** Draws a bar per day, with a line across it for the previous period. Units: x in bars, y in pixels. */
function Bars({ bars, isOver, layout: { toY } }: { bars: readonly Bar[]; isOver: boolean; layout: Layout }) {
	const drawn = bars.map(({ amount }, index) => `M${index + 0.15} ${BOTTOM}V${toY(amount).toFixed(2)}h.7V${BOTTOM}Z`)
	const before = bars.map((bar, index) => (bar.before && bar.before.amount > 0 ? `M${index} ${toY(bar.before.amount).toFixed(2)}h1` : ''))
	return (
		<svg className="block" width="100%" height={HEIGHT} viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none">
			<path className="fill-accent" d={(isOver ? drawn : drawn.slice(0, -1)).join('')} />
			{!isOver && <path className="fill-accent opacity-45" d={drawn.at(-1)} />}
			{['stroke-raised stroke-5', 'stroke-ink stroke-2'].map((className) => (
				<path key={className} className={className} vectorEffect="non-scaling-stroke" d={before.join('')} />
			))}
		</svg>
	)
}

type ReadingProps = { bar: Bar; x: number; layout: Layout; formatAmount: (amount: number) => string }

function Reading({ bar, x, layout: { nameDay, toY }, formatAmount }: ReadingProps) {
	return (
		<div
			className={READING}
			style={{ [x > 50 ? 'right' : 'left']: percent(x > 50 ? 100 - x : x), top: Math.min(toY(bar.amount), BOTTOM - 80) }}
			aria-hidden="true"
		>
			<strong>{nameBar(bar, nameDay)}</strong>
			<span className={KEY_NOW}>{formatAmount(bar.amount)}</span>
			{bar.before && <span className={KEY_BEFORE}>{`${formatAmount(bar.before.amount)} · ${nameDay(bar.before.since)}`}</span>}
		</div>
	)
}

const KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
	ArrowLeft: (index) => index - 1,
	ArrowDown: (index) => index - 1,
	ArrowRight: (index) => index + 1,
	ArrowUp: (index) => index + 1,
	Home: () => 0,
	End: (_, last) => last,
}

type PlotProps = { label: string; bars: readonly Bar[]; isOver: boolean; layout: Layout; formatAmount: (amount: number) => string }

/** Draws the chart. Values can be read with the pointer or, when it is focused, the arrow keys. */
function Plot({ label, bars, isOver, layout, formatAmount }: PlotProps) {
	const last = bars.length - 1
	const [index, setIndex] = useState<number | null>(null)
	const isAlive = useHydrated()
	const bar = index === null ? undefined : bars[index]
	const describe = (each: Bar) =>
		`${nameBar(each, layout.nameDay)}: ${formatAmount(each.amount)}${each.before ? `, previous period: ${formatAmount(each.before.amount)}` : ''}`
	function onPointerMove({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
		const { left, width } = currentTarget.getBoundingClientRect()
		setIndex(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * bars.length))))
	}
	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		const move = KEYS[event.key]
		if (!move) return
		event.preventDefault()
		setIndex(Math.max(0, Math.min(last, move(index ?? last, last))))
	}
	const shown = bars[index ?? last]
	const reader = isAlive && {
		role: 'slider',
		tabIndex: 0,
		'aria-valuemin': 0,
		'aria-valuemax': last,
		'aria-valuenow': index ?? last,
		'aria-valuetext': shown && describe(shown),
		onKeyDown,
		onPointerMove,
		onPointerDown: onPointerMove,
		onFocus: () => setIndex((chosen) => chosen ?? last),
		onBlur: () => setIndex(null),
		onPointerLeave: () => setIndex(null),
	}
	const x = layout.toX(index ?? 0)
	return (
		<div className="relative min-w-0 cursor-crosshair touch-pan-y" role="img" aria-label={label} {...reader}>
			<svg className="block overflow-visible" width="100%" height={HEIGHT} aria-hidden="true">
				<Axes bars={bars} layout={layout} />
				<Bars bars={bars} isOver={isOver} layout={layout} />
				{bar && <line className="stroke-line-strong" x1={percent(x)} x2={percent(x)} y1={TOP} y2={BOTTOM} />}
			</svg>
			{bar && <Reading bar={bar} x={x} layout={layout} formatAmount={formatAmount} />}
		</div>
	)
}

type BarChartProps = {
	name: string
	bars: readonly Bar[]
	/** False if the last day isn't over yet; its bar is then paler. */
	isOver?: boolean
	/** Currency of the amounts, which are in its smallest unit; null for counts. */
	currency: string | null
	change?: string | undefined
	empty: string
}

/** Chart of amounts per day or week against the previous period, with the same figures in a table. */
export function BarChart({ name, bars, isOver = true, currency, change, empty }: BarChartProps) {
	const nameId = useId()
	const formatAmount = (amount: number) => formatFigure(amount, currency)
	const formatRound = (amount: number) => (currency === null ? amount.toLocaleString('en-US') : formatPrice(amount, currency))
	const before = bars.flatMap((bar) => (bar.before ? [bar.before.amount] : []))
	const title = `${name} per ${(bars[0]?.days ?? 1) === 1 ? 'day' : '7 days'}`
	if (bars.every(({ amount, before: earlier }) => amount === 0 && (earlier?.amount ?? 0) === 0))
		return (
			<figure className={FIGURE} aria-labelledby={nameId}>
				<figcaption id={nameId} className="font-semibold">
					{name}
				</figcaption>
				<p className="py-12 text-center text-soft">{empty}</p>
			</figure>
		)
	const layout = layOut(bars, currency === null ? 1 : 10 ** decimalsOf(currency))
	const labels = layout.ticks.map(formatRound)
	return (
		<figure className={FIGURE} aria-labelledby={nameId}>
			<figcaption id={nameId} className="font-semibold">
				{title}
			</figcaption>
			<p className="text-2xl tabular-nums">
				{formatRound(sum(bars.map(({ amount }) => amount)))}
				{change !== undefined && (
					<span className="text-sm">
						{' '}
						<Change text={change} />
					</span>
				)}
			</p>
			<ul className="flex flex-wrap gap-x-3 text-(length:--text-sm) text-soft">
				<li className={KEY_NOW}>This period</li>
				{before.length > 0 && <li className={KEY_BEFORE}>{`Before: ${formatRound(sum(before))}`}</li>}
			</ul>
			<div className="my-2 grid grid-cols-[auto_minmax(0,1fr)] gap-3">
				<svg width={Math.max(...labels.map(({ length }) => length)) * CHARACTER} height={HEIGHT} aria-hidden="true">
					{layout.ticks.map((tick, index) => (
						<text key={tick} className={LABEL} x="100%" y={layout.toY(tick)} dy="0.32em" textAnchor="end">
							{labels[index]}
						</text>
					))}
				</svg>
				<Plot label={title} bars={bars} isOver={isOver} layout={layout} formatAmount={formatAmount} />
			</div>
			<Disclosure summary="Show as table">
				<DataTable
					caption={title}
					rows={bars.toReversed()}
					rowKey={({ since }) => since}
					isNarrow
					columns={[
						{ head: bars[0]?.days === 1 ? 'Day' : '7 days from', cell: ({ since }) => layout.nameDay(since) },
						{ head: 'This period', cell: ({ amount }) => formatAmount(amount) },
						...(before.length > 0 ? [{ head: 'Before', cell: ({ before: earlier }: Bar) => formatAmount(earlier?.amount ?? 0) }] : []),
					]}
				/>
			</Disclosure>
		</figure>
	)
}
