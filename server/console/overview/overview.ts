import { html } from 'hono/html'

import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { decimalOf, formatMoney } from '#domain/pricing/money.ts'
import { fileAddress } from '#server/console/content/files.ts'
import { describePromises } from '#server/console/shell/describe-promises.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { facts, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { listDiscounts } from '#server/services/commerce/discounts/find-discount.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type DaySum, readDaySums } from '#server/services/operations/day-sums/read-day-sums.ts'
import { readPromises } from '#server/services/people/support/work-on-letter.ts'

import { countNow } from './count-now.ts'
import { firstKey, sendFunnel, showFunnel, showFunnelTable } from './funnel.ts'
import { type Edit, readEdits } from './read-edits.ts'
import { countActive, type Money, type OfCode, toCodes, toMoney, toWay, type Way } from './read-figures.ts'
import { readSources } from './read-funnel.ts'
import { PERIODS, readLast } from './read-period.ts'
import { readPlots } from './read-plots.ts'
import { FEWEST, lossOf, READERS, readParagraphs, readStops, readWrongAnswers, type Stop } from './read-stops.ts'

const DAY_MS = 86_400_000
const SHOWN_STOPS = 12

const percent = (share: number) => `${Math.round(share * 100)}%`

/** A share as a bar beside its figure; the figure says all. */
const bar = (share: number): Html =>
	html`<span class="bar"><meter min="0" max="1" value="${share.toFixed(3)}" aria-hidden="true"></meter> ${percent(share)}</span>`

const steps = ({ accounts, began, finishedFirst, ordered, paid, refunded }: Way): [string, number][] => [
	['Opened an account', accounts],
	['Opened a section', began],
	['Finished the first module', finishedFirst],
	['Opened a checkout', ordered],
	['Paid', paid],
	['Got their money back', refunded],
]

const sectionOf = ({ moduleId, sectionId, title }: Pick<Stop, 'moduleId' | 'sectionId' | 'title'>): Html =>
	html`<a href="/course/module${moduleId}?section=${sectionId}">${title}</a>`

/** To its lesson in the editor; a section without one is edited in the file of its module. */
const editLink = ({ moduleId, lessonId }: Stop, label: string): Html =>
	html`<a href="${fileAddress(`course/module-${moduleId}/${lessonId === null ? 'module.json' : `lessons/${lessonId}.md`}`)}">${label}</a>`

/** The section that loses the largest share: where in its text, and by which questions. */
async function showWorst({ ctx }: Work, worst: Stop | undefined, since: Date): Promise<Html> {
	if (!worst || lossOf(worst) === 0)
		return html`<p class="empty">No section has lost anybody yet, or fewer than ${FEWEST} people opened one in this time.</p>`
	const [tenths, wrong] = [await readParagraphs(ctx, worst, since), await readWrongAnswers(ctx, worst)]
	const stopped = tenths.reduce((sum, people) => sum + people, 0)
	return html`<p>
			<strong>${sectionOf(worst)}</strong> in module ${worst.moduleId}: ${worst.opened - worst.wentOn} of ${worst.opened} people who opened
			it have not opened the next section. ${editLink(worst, 'Edit this lesson')}
		</p>
		<div class="pair">
			${table({
				caption: 'Where in the text they stopped',
				head: ['Part of the text', `Of the ${READERS.toLocaleString('en-US')} who stopped last`],
				rows:
					stopped === 0
						? []
						: tenths.map((people, index) => [`${index * 10} to ${index * 10 + 10}%`, html`${people} ${bar(people / stopped)}`]),
				empty: 'Nobody stopped in the middle of the text.',
			})}
			${table({
				caption: 'Questions they got wrong',
				head: ['Question', 'Wrong'],
				rows: wrong
					.filter(({ answered }) => answered > 0)
					.map(({ question, wrong: times, answered }) => [question, html`${times} of ${answered} ${bar(times / answered)}`]),
				empty: 'Nobody answered its questions yet.',
			})}
		</div>`
}

const showStops = (stops: readonly Stop[]): Html =>
	table({
		caption: 'Sections by drop-off',
		head: ['Section', 'Module', 'Opened', 'Continued', 'Dropped off', 'Edit'],
		rows: stops
			.slice(0, SHOWN_STOPS)
			.map((stop) => [
				sectionOf(stop),
				stop.moduleId,
				stop.opened,
				stop.wentOn,
				stop.opened < FEWEST ? 'too few' : bar(lossOf(stop)),
				editLink(stop, 'Edit'),
			]),
		empty: 'Nobody opened a section in this time.',
	})

const lossIn = (count: Edit['before']): Html | string =>
	count.opened < FEWEST ? `too few (${count.opened})` : html`${count.opened - count.wentOn} of ${count.opened} ${bar(lossOf(count))}`

/** The same figure before and after a text changed, over equal times. */
const showEdits = (edits: readonly Edit[]): Html =>
	table({
		caption: 'Drop-off before and after the text changed',
		head: ['Section', 'Text changed', 'Days compared', 'Drop-off before', 'Drop-off after'],
		rows: edits.map((edit) => [
			sectionOf(edit),
			when(edit.changedAt),
			(edit.comparedMs / DAY_MS).toFixed(edit.comparedMs < 10 * DAY_MS ? 1 : 0),
			lossIn(edit.before),
			lossIn(edit.after),
		]),
		empty: 'No lesson has changed in the last year, since this server first saw it.',
	})

const showMoney = (rows: readonly Money[]): Html =>
	table({
		caption: 'Money',
		head: ['Currency', 'Orders paid', 'Paid', 'Sent back', 'Left'],
		rows: rows.map(({ currency, orders, paidCents, refundedCents }) => [
			currency.toUpperCase(),
			orders,
			formatMoney(paidCents, currency),
			formatMoney(refundedCents, currency),
			formatMoney(paidCents - refundedCents, currency),
		]),
		empty: 'Nothing was paid in this time.',
	})

/** What each code brought and cost. @param unused codes that can be used now, and were not */
const showCodes = (rows: readonly OfCode[], unused: readonly string[]): Html =>
	table({
		caption: 'By code',
		head: ['Code', 'Orders paid', 'Discount given', 'Paid', 'Sent back of it since', 'Left'],
		rows: [
			...rows.map(({ code, currency, orders, paidCents, discountCents, refundedCents }) => [
				code ?? 'without a code',
				orders,
				formatMoney(discountCents, currency),
				formatMoney(paidCents, currency),
				formatMoney(refundedCents, currency),
				formatMoney(paidCents - refundedCents, currency),
			]),
			...unused.map((code) => [code, 0, '–', '–', '–', '–']),
		],
		empty: 'Nothing was paid in this time, and no code can be used.',
	})

async function findUnused({ db, now, content }: ServiceContext, rows: readonly OfCode[]): Promise<string[]> {
	const used = new Set(rows.map(({ code }) => code))
	return (await listDiscounts(content, db, now())).map(({ code }) => code).filter((code) => !used.has(code))
}

type Sales = { sums: readonly DaySum[]; plots: readonly (Html | string)[] }

async function showSales({ ctx }: Work, { sums, plots }: Sales): Promise<Html> {
	const codes = toCodes(sums)
	return html`<h2>Money</h2>
		${plots} ${showMoney(toMoney(sums))}
		<h3>By code</h3>
		${showCodes(codes, await findUnused(ctx, codes))}`
}

const daysAgo = (ctx: ServiceContext, days: number) => new Date(ctx.now().getTime() - days * DAY_MS)

async function showOverview(work: Work) {
	const { ctx } = work
	const period = readLast(work)
	const { days, since } = period
	const pending = await countNow(work)
	const stops = await readStops(ctx, period)
	const sums = await readDaySums(ctx, period)
	const plots = await readPlots(ctx, period)
	const way = steps(toWay(sums, firstKey(work.ctx.content)))
	const [, accounts = 0] = way[0] ?? []
	const [active7 = 0, active30 = 0] = await countActive(ctx, [daysAgo(ctx, 7), daysAgo(ctx, 30)])
	const content = html`<nav class="tabs" aria-label="Period">
			<ul>
				${PERIODS.map((each) => html`<li><a href="${places.overview}?days=${each}" ${each === days ? html`aria-current="page"` : ''}>${each} days</a></li>`)}
			</ul>
		</nav>
		${pending}
		<h2>The lesson that loses people</h2>
		${await showWorst(work, stops[0], since)} ${showStops(stops)}
		<h2>After an edit</h2>
		<p>
			Of those who opened a section, who has not opened the next one: over as many days before its text changed as have passed since, 90 at
			most. A change is noticed when the server starts and when this page is read.
		</p>
		${showEdits(await readEdits(ctx))}
		<h2>Learners and answers</h2>
		${facts([
			['Learners who did something in the course in 7 days', active7],
			['In 30 days', active30],
			['Messages answered in time', html`${describePromises(await readPromises(ctx))} <a href="${places.tickets}">Inbox</a>`],
		])}
		${plots.accounts} ${await showSales(work, { sums, plots: plots.money })}
		<h2>Funnel</h2>
		<p>
			What happened in this time. Visits and quizzes are those of visitors who accepted optional things.
			<a href="${places.funnel}">Any period, by source and by code</a>
		</p>
		${showFunnelTable(work.ctx.content, { sources: await readSources(ctx, period), sums })}
		<h2>From account to purchase</h2>
		<p>Accounts that were opened in this time, and how far they have come until now. A guest’s purchase counts for the account it made.</p>
		${table({
			caption: 'From account to purchase',
			head: ['Step', 'Accounts', 'Share'],
			rows: way.map(([name, count]) => [name, count, accounts === 0 ? '–' : bar(count / accounts)]),
			empty: '',
		})}
		<p><a class="more" href="${places.overviewFile}?days=${days}">These figures as CSV</a></p>`
	return showPage(work, { title: 'Overview', content })
}

/** The same figures, one per line: part, name, figure. */
async function sendCsv(work: Work) {
	const { c, ctx } = work
	const period = readLast(work)
	await countNow(work)
	const sums = await readDaySums(ctx, period)
	const [active7 = 0, active30 = 0] = await countActive(ctx, [daysAgo(ctx, 7), daysAgo(ctx, 30)])
	const lines: (string | number)[][] = [
		['part', 'name', 'figure'],
		...toMoney(sums).flatMap(({ currency, orders, paidCents, refundedCents }) => [
			['money', `${currency} orders`, orders],
			['money', `${currency} paid`, decimalOf(paidCents, currency)],
			['money', `${currency} sent back`, decimalOf(refundedCents, currency)],
		]),
		...toCodes(sums).flatMap(({ code, currency, orders, paidCents, discountCents, refundedCents }) => [
			['code', `${code ?? 'none'}, ${currency} orders`, orders],
			['code', `${code ?? 'none'}, ${currency} paid`, decimalOf(paidCents, currency)],
			['code', `${code ?? 'none'}, ${currency} discount given`, decimalOf(discountCents, currency)],
			['code', `${code ?? 'none'}, ${currency} sent back since`, decimalOf(refundedCents, currency)],
		]),
		...steps(toWay(sums, firstKey(work.ctx.content))).map(([name, count]) => ['accounts', name, count]),
		['learners', 'active in 7 days', active7],
		['learners', 'active in 30 days', active30],
		...(await readEdits(ctx)).flatMap(({ moduleId, sectionId, changedAt, before, after }) => [
			['edit', `${moduleId}/${sectionId} changed`, changedAt.toISOString()],
			['edit', `${moduleId}/${sectionId} opened before`, before.opened],
			['edit', `${moduleId}/${sectionId} went on before`, before.wentOn],
			['edit', `${moduleId}/${sectionId} opened after`, after.opened],
			['edit', `${moduleId}/${sectionId} went on after`, after.wentOn],
		]),
		...(await readStops(ctx, period)).flatMap(({ moduleId, sectionId, opened, wentOn }) => [
			['opened', `${moduleId}/${sectionId}`, opened],
			['went on', `${moduleId}/${sectionId}`, wentOn],
		]),
	]
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="overview-${period.days}-days.csv"`)
	return c.body(CSV_START + lines.map(csvLine).join(''))
}

export const overviewRoutes = [
	page(places.overview, 'operator', showOverview),
	page(places.overviewFile, 'operator', sendCsv),
	page(places.funnel, 'operator', showFunnel),
	page(places.funnelFile, 'operator', sendFunnel),
]
