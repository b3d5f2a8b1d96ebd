import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import { folded, table } from '#server/console/shell/pieces.ts'

import { type Period, toDay } from './read-period.ts'

const DAY_MS = 86_400_000
/** More bars than this are too thin to tell apart on a phone. */
const MOST_BARS = 92
const HEIGHT = 100
const STEP = 10

/** So many days from one on, and what was counted in them. */
export type Bar = { since: Date; days: number; amount: number }

/** The days of a period as bars: one each, or one for seven days of a long period; the last may be shorter. @param amounts by day of UTC */
export function toBars({ since, until }: Period, amounts: ReadonlyMap<string, number>): Bar[] {
	const total = Math.round((until.getTime() - since.getTime()) / DAY_MS)
	const width = total > MOST_BARS ? 7 : 1
	return Array.from({ length: Math.ceil(total / width) }, (_, index) => {
		const first = since.getTime() + index * width * DAY_MS
		const days = Math.min(width, total - index * width)
		const each = Array.from({ length: days }, (__, day) => amounts.get(toDay(new Date(first + day * DAY_MS))) ?? 0)
		return { since: new Date(first), days, amount: each.reduce((sum, amount) => sum + amount, 0) }
	})
}

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })

const nameOf = ({ since, days }: Bar) => (days === 1 ? format.format(since) : `${days} days from ${format.format(since)}`)

const draw = (bar: Bar, index: number, { most, say }: { most: number; say: (amount: number) => string }): Html => {
	// What is not nothing is seen.
	const height = bar.amount <= 0 ? 0 : Math.max(1, (bar.amount / most) * HEIGHT)
	return html`<g>
		<title>${nameOf(bar)}: ${say(bar.amount)}</title>
		<rect class="empty" x="${index * STEP}" y="0" width="${STEP}" height="${HEIGHT}" />
		<rect x="${index * STEP + 1}" y="${(HEIGHT - height).toFixed(2)}" width="${STEP - 2}" height="${height.toFixed(2)}" />
	</g>`
}

/** Bars by time, with the same figures as a table below them. */
export function plot({ name, bars, say }: { name: string; bars: readonly Bar[]; say: (amount: number) => string }): Html | string {
	const [first, last] = [bars[0], bars.at(-1)]
	const highest = bars.toSorted((one, other) => other.amount - one.amount)[0]
	if (!first || !last || !highest || highest.amount <= 0) return ''
	const each = first.days === 1 ? 'each day' : `each ${first.days} days`
	const summary = `${name}, ${each}; most: ${say(highest.amount)}, ${nameOf(highest)}`
	return html`<figure class="plot">
		<figcaption>${summary}</figcaption>
		<svg viewBox="0 0 ${bars.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">
			${bars.map((bar, index) => draw(bar, index, { most: highest.amount, say }))}
		</svg>
		<div class="ends" aria-hidden="true"><span>${format.format(first.since)}</span><span>${nameOf(last)}</span></div>
		${folded(
			'As a table',
			table({
				caption: summary,
				head: [first.days === 1 ? 'Day' : 'Days', name],
				rows: bars.toReversed().map((bar) => [nameOf(bar), say(bar.amount)]),
				empty: '',
			}),
		)}
	</figure>`
}
