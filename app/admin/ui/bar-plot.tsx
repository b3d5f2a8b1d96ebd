import type { KeyboardEvent, PointerEvent } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import type { Bar, Unit } from '#server/console/overview/bars.ts'

const MAX_STEPS = 5

/** Returns round axis values from zero to at least `most`. The step is 1, 2 or 5 times a power of ten, and at least one. */
export function roundScale(most: number): number[] {
	const least = Math.max(1, most / MAX_STEPS)
	const power = 10 ** Math.floor(Math.log10(least))
	const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10)
	return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}

/** In pixels: top and bottom of the plot area. */
const [TOP, BOTTOM] = [10, 230]
/** In pixels, including the dates below. */
export const HEIGHT = 256
/** Maximum dates below a wide chart. On phones, only every third one is shown. */
const MAX_DATES = 8
const DAY_MS = 86_400_000

const formatWith = (options: Intl.DateTimeFormatOptions) => {
	const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
	return (day: string) => format.format(new Date(day))
}
const nameShortDay = formatWith({ month: 'short', day: 'numeric' })
const nameFullDay = formatWith({ month: 'short', day: 'numeric', year: 'numeric' })
const nameMonth = formatWith({ month: 'short', year: 'numeric' })

const nameOnlyMonth = formatWith({ month: 'short' })
/** Formats a month briefly, for phones: `Nov ’25`, `Dec`, `Jan ’26`, `Feb`. */
const nameShortMonth = (day: string, isFirst: boolean) =>
	isFirst || day.slice(5, 7) === '01' ? nameMonth(day).replace(/ \d\d/, ' ’') : nameOnlyMonth(day)

/** Returns a function that formats a day, such as `Nov 27`; with the year if the chart spans two. */
export const dayNames = (bars: readonly Bar[]) =>
	new Set(bars.map(({ since }) => since.slice(0, 4))).size > 1 ? nameFullDay : nameShortDay
type NameDay = ReturnType<typeof dayNames>

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const isWhole = ({ since, days }: Bar, unit: Unit) =>
	unit === 'month' ? since.endsWith('-01') && dayAfter(since, days).endsWith('-01') : days >= (unit === 'week' ? 7 : 1)
export function nameBar(bar: Bar, unit: Unit, nameDay: NameDay) {
	if (unit === 'month' && isWhole(bar, unit)) return nameMonth(bar.since)
	return bar.days <= 1 ? nameDay(bar.since) : `${nameDay(bar.since)} – ${nameDay(dayAfter(bar.since, bar.days - 1))}`
}

/** Names the same bar in the previous period, whose months may start a day off. */
const nameBefore = (bar: Bar, since: string, { unit, nameDay }: { unit: Unit; nameDay: NameDay }) =>
	unit === 'month' && isWhole(bar, unit) ? nameMonth(dayAfter(since, 14)) : nameBar({ ...bar, since }, unit, nameDay)

const percent = (value: number) => `${value.toFixed(2)}%`
/** Computes positions: x in percent of the width, y in pixels. */
export function layOut(bars: readonly Bar[], smallest: number) {
	const most = Math.max(...bars.flatMap(({ amount, before }) => [amount, before?.amount ?? 0]))
	const ticks = roundScale(most / smallest).map((tick) => tick * smallest)
	const toX = (index: number) => ((index + 0.5) / bars.length) * 100
	const toY = (amount: number) => BOTTOM - (Math.max(0, amount) / (ticks.at(-1) ?? 1)) * (BOTTOM - TOP)
	const step = Math.ceil(bars.length / MAX_DATES)
	const dates = Array.from({ length: Math.ceil(bars.length / step) }, (_, index) => index * step)
	return { ticks, toX, toY, dates, nameDay: dayNames(bars) }
}
type Layout = ReturnType<typeof layOut>

export const LABEL = 'fill-soft text-(length:--text-sm) tabular-nums'
const KEY = "before:me-2 before:inline-block before:w-4 before:border-accent before:align-middle before:content-['']"
export const KEY_NOW = `${KEY} before:border-t-12`
export const KEY_BEFORE = `${KEY} before:border-t-12 before:border-line-strong before:opacity-60`
/** Aligns a date with its bar: in the middle, or at its outer edge next to the border. */
const alignDate = (x: number, bars: number) =>
	x < 5
		? { x: percent(x - 35 / bars), textAnchor: 'start' as const }
		: x > 95
			? { x: percent(x + 35 / bars), textAnchor: 'end' as const }
			: { x: percent(x), textAnchor: 'middle' as const }

function Axes({ bars, unit, layout: { ticks, toX, toY, dates } }: { bars: readonly Bar[]; unit: Unit; layout: Layout }) {
	return (
		<g aria-hidden="true">
			{ticks.map((tick) => (
				<line key={tick} className="stroke-line" x1="0" x2="100%" y1={toY(tick)} y2={toY(tick)} />
			))}
			{dates.map((index, place) => (
				<text
					key={index}
					{...alignDate(toX(index), bars.length)}
					y={HEIGHT - 6}
					className={`${LABEL} ${place % 3 > 0 ? '@max-2xl:hidden' : ''}`}
				>
					{unit === 'month' ? nameShortMonth(bars[index]?.since ?? '', place === 0) : nameShortDay(bars[index]?.since ?? '')}
				</text>
			))}
		</g>
	)
}

type DrawnProps = { bars: readonly Bar[]; unit: Unit; /** False if the last day isn't over yet. */ isOver: boolean; layout: Layout }

/** Draws the bars, pale if they aren't complete, each next to that of the previous period in gray. Units: x in bars, y in pixels. */
function Bars({ bars, unit, isOver, layout: { toY } }: DrawnProps) {
	const isPale = (bar: Bar, index: number) => !isWhole(bar, unit) || (!isOver && index === bars.length - 1)
	const hasBefore = bars.some(({ before }) => before)
	const draw = (x: number, width: number, amount: number) => `M${x} ${BOTTOM}V${toY(amount).toFixed(2)}h${width}V${BOTTOM}Z`
	const drawNow = (pale: boolean) =>
		bars
			.map((bar, index) =>
				isPale(bar, index) !== pale ? '' : hasBefore ? draw(index + 0.46, 0.42, bar.amount) : draw(index + 0.15, 0.7, bar.amount),
			)
			.join('')
	const before = bars.map((bar, index) => (bar.before ? draw(index + 0.12, 0.3, bar.before.amount) : '')).join('')
	return (
		<svg className="block" width="100%" height={HEIGHT} viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none">
			{hasBefore && <path className="fill-line-strong opacity-60" d={before} />}
			<path className="fill-accent" d={drawNow(false)} />
			<path className="fill-accent opacity-45" d={drawNow(true)} />
		</svg>
	)
}

type ReadingProps = { bar: Bar; unit: Unit; layout: Layout; formatAmount: (amount: number) => string }

/** Amounts of a bar, shown in place of the legend, so that they cover nothing. */
export const Reading = ({ bar, unit, layout: { nameDay }, formatAmount }: ReadingProps) => (
	<>
		<li className="font-semibold text-ink">{nameBar(bar, unit, nameDay)}</li>
		<li className={KEY_NOW}>{formatAmount(bar.amount)}</li>
		{bar.before && (
			<li className={KEY_BEFORE}>{`${formatAmount(bar.before.amount)} · ${nameBefore(bar, bar.before.since, { unit, nameDay })}`}</li>
		)}
	</>
)

const KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
	ArrowLeft: (index) => index - 1,
	ArrowDown: (index) => index - 1,
	ArrowRight: (index) => index + 1,
	ArrowUp: (index) => index + 1,
	Home: () => 0,
	End: (_, last) => last,
}

type PlotProps = DrawnProps & {
	label: string
	/** Index of the bar whose amounts are shown; null for none. */
	index: number | null
	onRead: (read: (index: number | null) => number | null) => void
	formatAmount: (amount: number) => string
}

/** Draws the chart. Values can be read with the pointer or, when it is focused, the arrow keys. */
export function Plot({ label, index, onRead, formatAmount, ...drawn }: PlotProps) {
	const { bars, unit, layout } = drawn
	const last = bars.length - 1
	const setIndex = (next: number | null) => onRead(() => next)
	const isAlive = useHydrated()
	const bar = index === null ? undefined : bars[index]
	const name = (each: Bar) => nameBar(each, unit, layout.nameDay)
	const describe = (each: Bar) =>
		`${name(each)}: ${formatAmount(each.amount)}${each.before ? `, previous period: ${formatAmount(each.before.amount)}` : ''}`
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
		onFocus: () => onRead((chosen) => chosen ?? last),
		onBlur: () => setIndex(null),
		onPointerLeave: () => setIndex(null),
	}
	const x = layout.toX(index ?? 0)
	return (
		<div className="relative min-w-0 cursor-crosshair touch-pan-y" role="img" aria-label={label} {...reader}>
			<svg className="block overflow-visible" width="100%" height={HEIGHT} aria-hidden="true">
				<Axes bars={bars} unit={unit} layout={layout} />
				<Bars {...drawn} />
				{bar && <line className="stroke-line-strong" x1={percent(x)} x2={percent(x)} y1={TOP} y2={BOTTOM} />}
			</svg>
		</div>
	)
}
