import { html } from 'hono/html'

import type { Content } from '#content/load-content.server.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { table } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { type DaySum, readDaySums } from '#server/services/operations/day-sums/read-day-sums.ts'

import { countNow } from './count-now.ts'
import { toCodeSteps } from './read-figures.ts'
import { type Funnel, type OfSource, readSources, toFunnel } from './read-funnel.ts'
import { type Period, readDays, toDay } from './read-period.ts'

const DAY_MS = 86_400_000

const OF_VISITORS = ' (of those who accepted)'

const steps = (funnel: Funnel): [string, number][] => [
	[`Visit${OF_VISITORS}`, funnel.visits],
	[`Quiz finished${OF_VISITORS}`, funnel.quizzes],
	['Opt-in: articles by mail confirmed', funnel.optIns],
	['Account opened', funnel.accounts],
	['First module finished', funnel.finishedFirst],
	['Checkout opened', funnel.ordered],
	['Paid', funnel.paid],
	['Refunded', funnel.refunded],
]

export const firstKey = (content: Content): string => progressKey.module(content.taughtModules[0]?.id ?? 0)

/** How many, as a bar against the most. */
const amount = (count: number, most: number): Html =>
	html`<span class="bar">
		<meter min="0" max="1" value="${most === 0 ? 0 : (count / most).toFixed(3)}" aria-hidden="true"></meter>
		${count.toLocaleString('en-US')}</span
	>`

type Read = { sources: readonly OfSource[]; sums: readonly DaySum[] }

/** What the funnel of a period stands on. */
const readPeriod = async ({ ctx }: Work, period: Period): Promise<Read> => ({
	sources: await readSources(ctx, period),
	sums: await readDaySums(ctx, period),
})

/** The steps of a period as a plot that is a table: two scales, since visitors who accepted are counted otherwise than everybody. */
export function showFunnelTable(content: Content, read: Read): Html {
	const counted = steps(toFunnel(read, firstKey(content)))
	const most = (isOfVisitors: boolean) =>
		Math.max(...counted.filter(([name]) => name.endsWith(OF_VISITORS) === isOfVisitors).map(([, count]) => count))
	return table({
		caption: 'Funnel',
		head: ['Step', 'How often'],
		rows: counted.map(([name, count]) => [name, amount(count, most(name.endsWith(OF_VISITORS)))]),
		empty: '',
	})
}

const lastDay = ({ until }: Period) => toDay(new Date(until.getTime() - DAY_MS))

const choosePeriod = (period: Period): Html =>
	html`<form class="choices" method="get" action="${places.funnel}" aria-label="Period">
		<div class="field">
			<label for="from">From</label><input id="from" name="from" type="date" value="${toDay(period.since)}" required />
		</div>
		<div class="field"><label for="to">To, included</label><input id="to" name="to" type="date" value="${lastDay(period)}" required /></div>
		<button class="quiet">Show</button>
	</form>`

/** The way from a visit to a purchase, in days of UTC, by source and by code. */
export async function showFunnel(work: Work) {
	const { period, isRefused } = readDays(work)
	const pending = await countNow(work)
	const read = await readPeriod(work, period)
	const content = html`${choosePeriod(period)} ${pending}
		${isRefused ? html`<p class="problem" role="alert">Please choose a period of at most ten years. Here are the last thirty days.</p>` : ''}
		<p>
			Each step is counted on its own day, in UTC. Visits and quizzes are counted only for visitors who accepted optional cookies, and
			nothing says who they are; all other steps are counted for everybody. So do not read the shares between the two as conversion rates.
		</p>
		${showFunnelTable(work.ctx.content, read)}
		<h2>By source</h2>
		<p>
			The site a visitor came from, or <code>?utm_source=</code> of the link, for those who accepted. The names are in
			<code>content/visit-sources.json</code>; anything else counts as “other”. “Unknown” means that the visitor came from another page of
			this site. A signup counts when its code was asked for. No visit is tied to an order, so nobody can say which source a purchase came
			from.
		</p>
		${table({
			caption: 'By source',
			head: ['Source', 'Visits', 'Quizzes', 'Signups', 'Checkouts'],
			rows: read.sources.map(({ source, visit, quiz, signup, checkout }) => [source, visit, quiz, signup, checkout]),
			empty: 'No visit was counted in this time.',
		})}
		<h2>By code</h2>
		${table({
			caption: 'Orders by code',
			head: ['Code', 'Checkouts', 'Paid', 'Refunded'],
			rows: toCodeSteps(read.sums).map(({ code, ordered, paid, refunded }) => [code ?? 'without a code', ordered, paid, refunded]),
			empty: 'Nothing was ordered in this time.',
		})}
		<p><a class="more" href="${places.funnelFile}?from=${toDay(period.since)}&to=${lastDay(period)}">These figures as CSV</a></p>`
	return showPage(work, { title: 'Funnel', content })
}

/** The same figures, one per line: part, name, step, figure. */
export async function sendFunnel(work: Work) {
	const { c } = work
	const { period } = readDays(work)
	await countNow(work)
	const read = await readPeriod(work, period)
	const lines: (string | number)[][] = [
		['part', 'name', 'step', 'figure'],
		...steps(toFunnel(read, firstKey(work.ctx.content))).map(([name, count]) => ['funnel', 'all', name, count]),
		...read.sources.flatMap(({ source, ...counts }) => Object.entries(counts).map(([step, count]) => ['source', source, step, count])),
		...toCodeSteps(read.sums).flatMap(({ code, ...counts }) =>
			Object.entries(counts).map(([step, count]) => ['code', code ?? 'none', step, count]),
		),
	]
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="funnel-${toDay(period.since)}-to-${lastDay(period)}.csv"`)
	return c.body(CSV_START + lines.map(csvLine).join(''))
}
