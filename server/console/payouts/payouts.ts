import { html } from 'hono/html'

import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { decimalOf, formatMoney } from '#domain/pricing/money.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, day, facts, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { listPayouts } from '#server/services/commerce/payouts/list-payouts.ts'
import { MOST_LINES, type PayoutLine, type ReconciledPayout, reconcilePayout } from '#server/services/commerce/payouts/reconcile-payout.ts'

/** The page of a large payout; the file has all of them. */
const LINES_SHOWN = 200

const HEAD = ['payout', 'transaction', 'kind', 'time', 'order', 'payment', 'refund', 'currency', 'gross', 'fee', 'net', 'does not match']

const tones = new Map<string, 'good' | 'bad'>([
	['paid', 'good'],
	['failed', 'bad'],
	['canceled', 'bad'],
])
const money = (amount: number, currency: string) => html`<span class="whole">${formatMoney(amount, currency)}</span>`
const stateOf = ({ status, isLive }: ReconciledPayout['payout']) =>
	html`${badge(status, tones.get(status) ?? 'calm')}${isLive ? '' : html` <small>test</small>`}`

const showAway = (work: Work, title: string) =>
	showPage(work, {
		title,
		content: html`<p class="problem" role="alert">
			${work.ctx.payments.name} gives no answer about payouts. Nothing is lost: try again in a while. A restricted key needs the right to
			read payouts and balance transactions.
		</p>`,
		status: 502,
	})

const explainNone = () => html`<p class="empty">Buyers pay straight into your account: nothing is paid out, and no fee is kept.</p>`

async function showPayouts(work: Work) {
	const title = 'Payouts'
	const newest = await listPayouts(work.ctx)
	if (newest === 'away') return showAway(work, title)
	if (newest === null) return showPage(work, { title, content: explainNone() })
	const content = html`<p>The newest payouts, straight from ${work.ctx.payments.name}. Open one to see its orders and fees.</p>
		${table({
			caption: 'Payouts',
			head: ['At the bank', 'Payout', 'State', 'Amount'],
			rows: newest.map((payout) => [
				day(payout.arrivesAt),
				html`<a href="${places.payouts}/${payout.id}">${payout.id}</a>`,
				stateOf(payout),
				money(payout.amountCents, payout.currency),
			]),
			empty: 'Nothing has been paid out yet.',
		})}`
	return showPage(work, { title, content })
}

const orderOf = ({ orderId, paymentId }: PayoutLine) =>
	orderId === null
		? paymentId === null
			? 'of the provider'
			: badge('not ours', 'warn')
		: html`<a class="whole" href="${places.orders}/${orderId}">${orderId.slice(-8)}</a>`

const showLines = (caption: string, lines: readonly PayoutLine[]): Html =>
	table({
		caption,
		head: ['When', 'Kind', 'Order', 'Gross', 'Fee', 'Net'],
		rows: lines
			.slice(0, LINES_SHOWN)
			.map((line) => [
				when(line.createdAt),
				html`${line.category.replaceAll('_', ' ')}${line.description === null ? '' : html` <small>${line.description}</small>`}`,
				orderOf(line),
				money(line.grossCents, line.currency),
				money(line.feeCents, line.currency),
				money(line.netCents, line.currency),
			]),
		empty: 'The provider tells nothing of what is in it.',
	})

const showFaults = (faults: readonly PayoutLine[], lines: readonly PayoutLine[]): Html =>
	faults.length === 0
		? html`<p>${lines.length === 0 ? 'There is nothing to compare.' : 'Every payment and refund of the lines is in our records.'}</p>`
		: html`<ul>
				${faults
					.slice(0, LINES_SHOWN)
					.map(
						({ id, fault, category, paymentId, refundId, netCents, currency }) =>
							html`<li>
								<code>${refundId ?? paymentId ?? id}</code> (${category.replaceAll('_', ' ')}, ${money(netCents, currency)} net): ${fault}
							</li>`,
					)}
			</ul>`

function verdictOf({ payout, isWhole, addsUp }: ReconciledPayout): Html | string {
	if (addsUp !== null) return addsUp ? badge('adds up', 'good') : badge('does not add up', 'bad')
	if (payout.contents === 'never') return 'Somebody asked for this payout by hand: the provider does not say what is in it.'
	return isWhole ? 'The provider is still putting it together: look again later.' : `Not checked: it has more than ${MOST_LINES} lines.`
}

async function showPayout(work: Work) {
	const id = work.c.req.param('payout') ?? ''
	const found = await reconcilePayout(work.ctx, id)
	if (found === 'away') return showAway(work, 'Payout')
	if (found === null) throw new ServiceError('not-found', 'payout_not_found', 'There is no such payout.')
	const { payout, lines, sums } = found
	const faults = lines.filter(({ fault }) => fault !== null)
	const more =
		lines.length > LINES_SHOWN ? html`<p class="note">${LINES_SHOWN} of ${lines.length} are shown; the file has them all.</p>` : ''
	const content = html`<p>
			<a href="${places.payouts}">All payouts</a> · <a href="${places.payouts}/${payout.id}/lines.csv">Lines as CSV</a>
		</p>
		${facts([
			['Payout', html`<code>${payout.id}</code>`],
			['State', stateOf(payout)],
			['At the bank', day(payout.arrivesAt)],
			['Amount', money(payout.amountCents, payout.currency)],
			...(payout.contents === 'never'
				? []
				: ([
						['Charged less sent back', money(sums.grossCents, payout.currency)],
						['Fees', money(sums.feeCents, payout.currency)],
						['Left of it', money(sums.netCents, payout.currency)],
					] as const)),
			['Sum', verdictOf(found)],
		])}
		<h2>What does not match (${faults.length})</h2>
		${showFaults(faults, lines)}
		<h2>Lines</h2>
		${more} ${showLines('Lines of the payout', lines)}`
	return showPage(work, { title: 'Payout', content })
}

const toNumber = (amount: number, currency: string) => Number(decimalOf(amount, currency))

function writeLines({ payout, lines, sums }: ReconciledPayout): string {
	const written = lines.map((line) =>
		csvLine([
			payout.id,
			line.id,
			line.category,
			line.createdAt.toISOString(),
			line.orderId ?? '',
			line.paymentId ?? '',
			line.refundId ?? '',
			line.currency.toUpperCase(),
			...[line.grossCents, line.feeCents, line.netCents].map((amount) => toNumber(amount, line.currency)),
			line.fault ?? '',
		]),
	)
	const all = [sums.grossCents, sums.feeCents, sums.netCents].map((amount) => toNumber(amount, payout.currency))
	return (
		CSV_START +
		csvLine(HEAD) +
		written.join('') +
		csvLine([payout.id, '', 'sum', '', '', '', '', payout.currency.toUpperCase(), ...all, ''])
	)
}

async function sendLines(work: Work) {
	const { c, ctx } = work
	const found = await reconcilePayout(ctx, c.req.param('payout') ?? '')
	if (found === 'away') return showAway(work, 'Payout')
	if (found === null) throw new ServiceError('not-found', 'payout_not_found', 'There is no such payout.')
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="${found.payout.id}.csv"`)
	return c.body(writeLines(found))
}

export const payoutRoutes = [
	page(places.payouts, 'operator', showPayouts),
	page(`${places.payouts}/:payout`, 'operator', showPayout),
	page(`${places.payouts}/:payout/lines.csv`, 'operator', sendLines),
]
