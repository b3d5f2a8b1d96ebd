import { decimalsOf } from '#domain/pricing/money.ts'
import type { Bar, Unit } from '#server/console/overview/bars.ts'
import type { ChartData } from '#server/console/overview/read-charts.ts'

const MAX_STEPS = 5
const DAY_MS = 86_400_000

/**
 * Returns round axis values that cover `least` (zero or negative) to `most`, and zero. The step is 1, 2 or 5 times a power of ten,
 * and at least one.
 */
export function roundScale(most: number, least = 0): number[] {
	const size = Math.max(1, (most - least) / MAX_STEPS)
	const power = 10 ** Math.floor(Math.log10(size))
	const step = power * ([1, 2, 5].find((times) => times * power >= size) ?? 10)
	const [first, last] = [Math.floor(least / step), Math.ceil(most / step)]
	return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => (first + index) * step)
}

/** Formats an axis value, such as `$500`, `$1.5k` or `2M`. */
export const formatTick = (amount: number, currency: string | null): string =>
	new Intl.NumberFormat('en-US', {
		...(currency !== null && { style: 'currency', currency }),
		notation: 'compact',
		minimumFractionDigits: 0,
		maximumFractionDigits: 1,
	})
		.format(currency === null ? amount : amount / 10 ** decimalsOf(currency))
		.replace('K', 'k')

/** Top and bottom of the plot area, in pixels. */
export const [PLOT_TOP, PLOT_BOTTOM] = [10, 230]
/** Height of a chart in pixels, including the dates below it. */
export const CHART_HEIGHT = 256
/** Maximum dates below a wide chart. On phones, only every third one is shown. */
const MAX_DATES = 8

const formatWith = (options: Intl.DateTimeFormatOptions) => {
	const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
	return (day: string) => format.format(new Date(day))
}
const formatShortDay = formatWith({ month: 'short', day: 'numeric' })
const formatFullDay = formatWith({ month: 'short', day: 'numeric', year: 'numeric' })
const formatMonth = formatWith({ month: 'short', year: 'numeric' })

const formatMonthOnly = formatWith({ month: 'short' })
/** Formats a month briefly, for phones: `Nov ’25`, `Dec`, `Jan ’26`, `Feb`. */
const formatShortMonth = (day: string, isFirst: boolean) =>
	isFirst || day.slice(5, 7) === '01' ? formatMonth(day).replace(/ \d\d/, ' ’') : formatMonthOnly(day)

/** Formats a bar's start for the axis. */
export const formatBarStart = (day: string, unit: Unit, isFirst: boolean) =>
	unit === 'month' ? formatShortMonth(day, isFirst) : formatShortDay(day)

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const isWhole = ({ since, days }: Bar, unit: Unit) =>
	unit === 'month' ? since.endsWith('-01') && dayAfter(since, days).endsWith('-01') : days >= (unit === 'week' ? 7 : 1)

type Drawn = { bars: readonly Bar[]; unit: Unit; /** False if the last day isn't over yet. */ isOver: boolean }

/**
 * True for a bar that doesn't cover a whole day, week or month: at the start or end of the period, or because its last
 * day isn't over.
 */
export const isPartial = ({ bars, unit, isOver }: Drawn, index: number): boolean => {
	const bar = bars[index]
	return bar !== undefined && (!isWhole(bar, unit) || (!isOver && index === bars.length - 1))
}

/** Returns functions that name a bar, such as `Nov 27`, and its previous period; with the year if the chart spans two. */
export function createBarLabels({ bars, unit, isOver }: Drawn) {
	const formatDay = new Set(bars.map(({ since }) => since.slice(0, 4))).size > 1 ? formatFullDay : formatShortDay
	function formatBarPeriod(bar: Bar) {
		if (unit === 'month' && isWhole(bar, unit)) return formatMonth(bar.since)
		return bar.days <= 1 ? formatDay(bar.since) : `${formatDay(bar.since)} – ${formatDay(dayAfter(bar.since, bar.days - 1))}`
	}
	return {
		labelBar: (index: number): string => {
			const bar = bars[index]
			return bar === undefined ? '' : `${formatBarPeriod(bar)}${!isOver && index === bars.length - 1 ? ', so far' : ''}`
		},
		/** A month of the previous period may start a day off, so it is named by a day in its middle. */
		labelPreviousPeriod: (index: number): string => {
			const bar = bars[index]
			if (!bar?.before) return ''
			const { since } = bar.before
			return unit === 'month' && isWhole(bar, unit) ? formatMonth(dayAfter(since, 14)) : formatBarPeriod({ ...bar, since })
		},
	}
}

/** Returns the URL of the list behind a bar; null for an empty bar, or without a list. */
export function linkToRows({ bars, list }: Pick<ChartData, 'bars' | 'list'>, index: number): string | null {
	const bar = bars[index]
	if (list === undefined || bar === undefined || bar.amount === 0) return null
	const days = { from: bar.since, to: dayAfter(bar.since, bar.days - 1) }
	return `${list.path}?${new URLSearchParams({ ...list.query, ...days }).toString()}`
}

/** Computes positions: x in percent of the width, y in pixels. */
export function layOutChart(bars: readonly Bar[], smallest: number) {
	const amounts = bars.flatMap(({ amount, before }) => [amount, before?.amount ?? 0])
	const ticks = roundScale(Math.max(0, ...amounts) / smallest, Math.min(0, ...amounts) / smallest).map((tick) => tick * smallest)
	const [least = 0, most = 1] = [ticks[0], ticks.at(-1)]
	const toX = (index: number) => ((index + 0.5) / bars.length) * 100
	const toY = (amount: number) => PLOT_TOP + ((most - amount) / (most - least)) * (PLOT_BOTTOM - PLOT_TOP)
	const step = Math.ceil(bars.length / MAX_DATES)
	const dates = Array.from({ length: Math.ceil(bars.length / step) }, (_, index) => index * step)
	return { ticks, toX, toY, dates }
}
export type ChartLayout = ReturnType<typeof layOutChart>
