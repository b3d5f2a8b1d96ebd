import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { decimalsOf, formatPrice } from '#domain/pricing/money.ts'
import type { Bar } from '#server/console/overview/bars.ts'

import { DataTable } from './data-table.tsx'
import { formatFigure } from './format.tsx'

const MAX_STEPS = 4

/** Returns round axis values from zero to at least `most`. The step is 1, 2 or 5 times a power of ten, and at least one. */
export function roundScale(most: number): number[] {
	const least = Math.max(1, most / MAX_STEPS)
	const power = 10 ** Math.floor(Math.log10(least))
	const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10)
	return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}

/** Pixels from the top of the chart: plot area, then dates. */
const [TOP, BOTTOM, HEIGHT] = [10, 200, 226]
const MAX_DATES = 5
const CHARACTER = 10

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const axisFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const formatDay = (day: string) => dayFormat.format(new Date(day))
const nameOf = ({ since, days }: Pick<Bar, 'since' | 'days'>) => (days === 1 ? formatDay(since) : `${days} days from ${formatDay(since)}`)
const sum = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((total, amount = 0) => total + amount, 0)

type Point = { x: number; y: number }
const percent = (value: number) => `${value.toFixed(2)}%`
const toPath = (points: readonly Point[]) =>
	points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')

/** Computes positions: x in percent of the width, y in pixels. */
function layOut(bars: readonly Bar[], unit: number) {
	const most = Math.max(...bars.flatMap(({ amount, before }) => [amount, before?.amount ?? 0]))
	const ticks = roundScale(most / unit).map((tick) => tick * unit)
	const toX = (index: number) => (bars.length === 1 ? 50 : (index / (bars.length - 1)) * 100)
	const toY = (amount: number) => BOTTOM - (Math.max(0, amount) / (ticks.at(-1) ?? 1)) * (BOTTOM - TOP)
	// Labels of neighboring bars would overlap on a phone.
	const count = Math.min(MAX_DATES, Math.ceil((bars.length + 1) / 2))
	const dates = Array.from({ length: count }, (_, index) => (count === 1 ? 0 : Math.round((index * (bars.length - 1)) / (count - 1))))
	return { ticks, toX, toY, dates }
}
type Layout = ReturnType<typeof layOut>

const FIGURE = '@container grid grid-cols-1 content-start gap-1.5 border border-line bg-raised p-4'
const LABEL = 'fill-soft text-(length:--text-sm) tabular-nums'
const DOT = 'fill-accent'
const DOT_BEFORE = 'fill-raised stroke-line-strong stroke-2'
const LINE = { strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const
const KEY = "before:me-2 before:inline-block before:w-5 before:border-t-2 before:border-accent before:align-middle before:content-['']"
const KEY_BEFORE = `${KEY} before:border-dashed before:border-line-strong`
const READING =
	'pointer-events-none absolute z-1 ms-3 grid border border-line-strong bg-raised px-2.5 py-1.5 text-(length:--text-sm) whitespace-nowrap tabular-nums'

const anchorAt = (x: number) => (x < 5 ? 'start' : x > 95 ? 'end' : 'middle')

function Axes({ bars, layout: { ticks, toX, toY, dates } }: { bars: readonly Bar[]; layout: Layout }) {
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
					{axisFormat.format(new Date(bars[index]?.since ?? 0))}
				</text>
			))}
		</g>
	)
}

/** Draws both periods as lines; a period with a single point as a dot. */
function Lines({ bars, isOver, layout: { toX, toY } }: { bars: readonly Bar[]; isOver: boolean; layout: Layout }) {
	const now = bars.map(({ amount }, index) => ({ x: toX(index), y: toY(amount) }))
	const before = bars.flatMap((bar, index) => (bar.before ? [{ index, ...bar.before }] : []))
	if (bars.length === 1)
		return [...before.map(({ amount }) => [DOT_BEFORE, toY(amount)] as const), [DOT, now[0]?.y ?? 0] as const].map(([className, y]) => (
			<circle key={className} className={className} cx="50%" cy={y} r="5" />
		))
	return (
		<svg className="block overflow-visible" width="100%" height={HEIGHT} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none">
			<path className="fill-accent opacity-8" d={`${toPath(now)}L100 ${BOTTOM}L0 ${BOTTOM}Z`} />
			{before.length > 0 && (
				<path
					{...LINE}
					className="fill-none stroke-line-strong stroke-2"
					strokeDasharray="5 4"
					d={toPath(before.map(({ index, amount }) => ({ x: toX(index), y: toY(amount) })))}
				/>
			)}
			<path {...LINE} className="fill-none stroke-accent stroke-2" d={toPath(isOver ? now : now.slice(0, -1))} />
			{!isOver && <path {...LINE} className="fill-none stroke-accent stroke-2" strokeDasharray="2 4" d={toPath(now.slice(-2))} />}
		</svg>
	)
}

function Reading({ bar, x, y, formatAmount }: Point & { bar: Bar; formatAmount: (amount: number) => string }) {
	return (
		<div
			className={`${READING} ${x > 50 ? '[transform:translateX(calc(-100%-1.5rem))]' : ''}`}
			style={{ left: percent(x), top: Math.min(y, BOTTOM - 80) }}
			aria-hidden="true"
		>
			<strong>{nameOf(bar)}</strong>
			<span className={KEY}>{formatAmount(bar.amount)}</span>
			{bar.before && <span className={KEY_BEFORE}>{`${formatAmount(bar.before.amount)} · ${nameOf({ ...bar, ...bar.before })}`}</span>}
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
		`${nameOf(each)}: ${formatAmount(each.amount)}${each.before ? `, previous period: ${formatAmount(each.before.amount)}` : ''}`
	function onPointerMove({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
		const { left, width } = currentTarget.getBoundingClientRect()
		setIndex(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))))
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
	const [x, y] = [layout.toX(index ?? 0), layout.toY(bar?.amount ?? 0)]
	return (
		<div className="relative min-w-0 cursor-crosshair touch-pan-y" role="img" aria-label={label} {...reader}>
			<svg className="block overflow-visible" width="100%" height={HEIGHT} aria-hidden="true">
				<Axes bars={bars} layout={layout} />
				<Lines bars={bars} isOver={isOver} layout={layout} />
				{bar && (
					<>
						<line className="stroke-line-strong" x1={percent(x)} x2={percent(x)} y1={TOP} y2={BOTTOM} />
						{bar.before && <circle className={DOT_BEFORE} cx={percent(x)} cy={layout.toY(bar.before.amount)} r="4" />}
						<circle className={DOT} cx={percent(x)} cy={y} r="4" />
					</>
				)}
			</svg>
			{bar && <Reading bar={bar} x={x} y={y} formatAmount={formatAmount} />}
		</div>
	)
}

const rangeOf = (days: readonly Pick<Bar, 'since'>[], last: string) => `${formatDay(days[0]?.since ?? last)} – ${formatDay(last)}`

type LineChartProps = {
	name: string
	bars: readonly Bar[]
	/** False if the last day isn't over yet: its part of the line is dotted. */
	isOver?: boolean
	ends: readonly [now: string, before: string]
	/** Currency of the amounts, which are in its smallest unit; null for counts. */
	currency: string | null
	change?: string | undefined
	empty: string
}

/** Line chart of amounts per day or week against the previous period, with the same figures in a table. */
export function LineChart({ name, bars, isOver = true, ends, currency, change, empty }: LineChartProps) {
	const nameId = useId()
	const formatAmount = (amount: number) => formatFigure(amount, currency)
	const formatRound = (amount: number) => (currency === null ? amount.toLocaleString('en-US') : formatPrice(amount, currency))
	const before = bars.flatMap((bar) => (bar.before ? [bar.before] : []))
	const title = `${name} per ${(bars[0]?.days ?? 1) === 1 ? 'day' : '7 days'}`
	if (bars.every(({ amount, before: earlier }) => amount <= 0 && (earlier?.amount ?? 0) <= 0))
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
				{change !== undefined && <span className="text-sm text-soft">{` ${change}`}</span>}
			</p>
			<ul className="grid text-(length:--text-sm) text-soft">
				<li className={KEY}>{rangeOf(bars, ends[0])}</li>
				{before.length > 0 && (
					<li
						className={KEY_BEFORE}
					>{`Previous period: ${formatRound(sum(before.map(({ amount }) => amount)))}, ${rangeOf(before, ends[1])}`}</li>
				)}
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
					empty=""
					columns={[
						{ head: bars[0]?.days === 1 ? 'Day' : 'Days', cell: nameOf },
						{ head: name, cell: ({ amount }) => formatAmount(amount) },
						...(before.length > 0
							? [{ head: 'Previous period', cell: ({ before: earlier }: Bar) => formatAmount(earlier?.amount ?? 0) }]
							: []),
					]}
				/>
			</Disclosure>
		</figure>
	)
}
