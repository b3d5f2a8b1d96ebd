import { html } from 'hono/html'

import { decimalOf, formatMoney } from '#domain/pricing/money.ts'
import { describeReasons, openedShare, refundConditions } from '#domain/refunds/describe-refund.ts'
import { evaluateRefund } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, form, timeline, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { lacksInvoice } from '#server/services/commerce/invoices/invoice-by-hand.ts'
import type { InvoiceRow } from '#server/services/commerce/invoices/invoice-rows.ts'
import type { FoundOrder } from '#server/services/commerce/orders/find-order.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import { readRefundFacts } from '#server/services/commerce/refunds/read-refund-facts.ts'
import { findRefundRequest, isOpen } from '#server/services/commerce/refunds/refund-rows.ts'
import { GIVEN } from '#server/services/commerce/settlement/give-access.ts'

import { showEvidenceForm } from './evidence.ts'
import { requireOrder } from './order-actions.ts'
import { readOrderStory } from './story.ts'
import { toneOf } from './tone.ts'

const orDash = (value: string | null) => value ?? '–'

function showFacts({ order, sessionId }: FoundOrder): Html {
	return facts([
		['State', badge(order.status, toneOf(order.status))],
		['Paid', when(order.paid_at)],
		['Product', order.product_name],
		['Price', `${formatMoney(order.subtotal_cents, order.currency)} ${order.currency.toUpperCase()}`],
		['Discount', order.discount_code === null ? '–' : `${order.discount_code}: −${formatMoney(order.discount_cents, order.currency)}`],
		['Total', formatMoney(order.total_cents, order.currency)],
		...(order.tax_cents > 0 ? [['Tax in it, by the provider', formatMoney(order.tax_cents, order.currency)] as const] : []),
		['Address', order.email === null ? '–' : html`<a href="${places.learners}?q=${encodeURIComponent(order.email)}">${order.email}</a>`],
		[
			'Account',
			order.user_id === null
				? 'bought without signing in'
				: html`<a href="${places.learners}/${order.user_id}">${order.user_id.slice(-8)}</a>`,
		],
		['Order ID of the buyer', orDash(sessionId)],
		['Our id', order.id],
		['Provider', `${order.provider}, ${order.livemode ? 'live' : 'test: no money moved'}`],
	])
}

const toCorrection = (orderId: string, label: string) =>
	html`<p><a class="more" href="${places.orders}/${orderId}/correct-invoice">${label}</a></p>`

async function showLacking({ by, ctx }: Work, order: OrderRow): Promise<Html | string> {
	if (!(await lacksInvoice(ctx.db, order.id))) return ''
	return html`<h2>Invoices</h2>
		<p class="note">None yet: the payment provider could not say how this sale is taxed.</p>
		${by.role === 'operator' ? toCorrection(order.id, 'Make the invoice') : ''}`
}

const showInvoices = async (work: Work, order: OrderRow, invoices: readonly InvoiceRow[]): Promise<Html | string> =>
	invoices.length === 0
		? showLacking(work, order)
		: html`<h2>Invoices</h2>
				<ul>
					${invoices.map(
						({ id, kind, number, gross_cents: gross, currency }) =>
							html`<li>
								${kind === 'invoice' ? 'Invoice' : 'Credit note'} <span class="whole">${number}</span>, ${decimalOf(gross, currency)}
								${currency.toUpperCase()}: <a href="${places.invoices}/${id}/pdf">PDF</a> ·
								<a href="${places.invoices}/${id}/xml">XML</a>
							</li>`,
					)}
				</ul>
				${work.by.role === 'operator' ? toCorrection(order.id, 'Correct the invoice') : ''}`

/** What the buyer was told before paying, and what the facts say about it now. */
async function showPolicy({ ctx }: Work, order: OrderRow): Promise<Html> {
	const policy = findRefundPolicy(order.refund_policy_version)
	const { facts: known, payment } = await readRefundFacts(ctx, ctx.db, order)
	const { outcome, reasons } = evaluateRefund('promise', known, policy)
	const texts = describeReasons(policy)
	return html`<h2>What the buyer was promised</h2>
		${facts([
			['Refund rule', `of ${policy.version}`],
			['It says', `${policy.windowDays} days to ask for the money back, as long as ${refundConditions(policy)}`],
			[
				'Consent to immediate access',
				order.waiver_version === null ? 'not given' : html`text of ${order.waiver_version}, ${when(order.waiver_accepted_at)}`,
			],
			['Age rule', orDash(order.age_rule_version)],
			[
				'Opened since paying',
				`${known.sectionsOpened} of ${known.sectionsTotal} sections (${openedShare(known.sectionsOpened, known.sectionsTotal)}%)`,
			],
			['First paid download', when(known.firstDownloadAtMs === null ? null : new Date(known.firstDownloadAtMs))],
			['Can be sent back', payment === null ? formatMoney(0, order.currency) : formatMoney(payment.leftCents, order.currency)],
			[
				'A refund by the rule',
				outcome === 'granted'
					? badge('granted', 'good')
					: html`${badge('refused', 'warn')} ${reasons.map((each) => texts[each]).join(' ')}`,
			],
		])}`
}

async function showRefundForm(work: Work, order: OrderRow): Promise<Html | string> {
	const { ctx, by } = work
	if (by.role !== 'operator') return ''
	const { payment } = await readRefundFacts(ctx, ctx.db, order)
	const request = await findRefundRequest(ctx.db, order.id)
	const path = `${places.orders}/${order.id}`
	const isByHand = ctx.payments.transfers !== null && order.provider === ctx.payments.code
	if (request && isOpen(request)) {
		if (!isByHand) return html`<p class="note">A refund of ${formatMoney(request.amount_cents, order.currency)} is on its way.</p>`
		return form(work, {
			action: `${path}/refund-sent`,
			label: `I have sent ${formatMoney(request.amount_cents, order.currency)} back`,
			hidden: { request: request.id },
			isGuarded: true,
			note: 'Do this only after you have sent the transfer: the buyer is told that the money was sent. This is final.',
		})
	}
	if (payment === null) return ''
	return form(work, {
		action: `${path}/refund`,
		label: 'Refund and override the policy',
		fields: [
			{ name: 'reason', label: 'Reason', hint: 'Kept with the decision.', maxLength: 500 },
			{
				name: 'amount',
				label: 'Amount',
				hint: `Leave empty to refund all that is left, ${formatMoney(payment.leftCents, order.currency)}. After a partial refund the access stays open.`,
				isRequired: false,
				maxLength: 20,
			},
		],
		isGuarded: true,
		note: 'The money is sent at once and cannot be called back. A full refund ends the access.',
		tone: 'danger',
	})
}

async function showTransferForm(work: Work, order: OrderRow): Promise<Html | string> {
	const { ctx, by } = work
	if (by.role !== 'operator' || ctx.payments.transfers === null || order.paid_at !== null) return ''
	const transfer = await ctx.db.selectFrom('bank_transfers').select('reference').where('order_id', '=', order.id).executeTakeFirst()
	if (!transfer) return ''
	return form(work, {
		action: `${places.orders}/${order.id}/transfer-paid`,
		label: 'Mark as paid',
		fields: [
			{
				name: 'amount',
				label: `Amount on the statement, in ${order.currency.toUpperCase()}`,
				hint: `As ${decimalOf(3760, order.currency)}`,
				maxLength: 20,
			},
			{
				name: 'late',
				label: 'Accept it although the order is closed',
				hint: 'Type yes; leave it empty otherwise.',
				isRequired: false,
				maxLength: 3,
			},
		],
		isGuarded: true,
		note: 'The buyer gets access and a receipt. This is final: to send money back, refund the order.',
	})
}

function showMailForms(work: Work, order: OrderRow): Html | string {
	if (order.paid_at === null || order.email === null) return ''
	const action = `${places.orders}/${order.id}/mail`
	return html`<div class="buttons">
		${form(work, { action, label: 'Resend the access email', hidden: { mail: 'access' }, tone: 'quiet' })}
		${form(work, { action, label: 'Resend the receipt', hidden: { mail: 'receipt' }, tone: 'quiet' })}
	</div>`
}

/** What was given without money can be ended here; what was paid for ends with its money. */
function showAccessForm(work: Work, order: OrderRow): Html | string {
	const path = `${places.orders}/${order.id}`
	if (order.provider !== GIVEN)
		return form(work, {
			action: `${path}/reconcile`,
			label: 'Reconcile now',
			note: 'Asks the payment provider about this order and settles it accordingly. Nothing else changes.',
			tone: 'quiet',
		})
	if (work.by.role !== 'operator' || order.status !== 'paid') return ''
	return form(work, {
		action: `${path}/end-access`,
		label: 'End access',
		fields: [{ name: 'reason', label: 'Reason', hint: 'Kept in the activity log.', maxLength: 500 }],
		isGuarded: true,
		note: 'The course closes for the learner at once, and a certificate based on it is revoked. You can give access again.',
		tone: 'danger',
	})
}

/** One order: what it is, what was promised, everything that happened, and what can be done. */
export async function showOrder(work: Work) {
	const found = await requireOrder(work)
	const { order } = found
	const content = html`${showFacts(found)}
		<div class="pair">
			<section>
				<h2>Everything that happened</h2>
				${timeline(await readOrderStory(work.ctx.db, order))}
			</section>
			<section>
				${await showInvoices(work, order, await listInvoices(work.ctx.db, order.id))}
				<h2>What you can do</h2>
				${showAccessForm(work, order)} ${showMailForms(work, order)} ${await showTransferForm(work, order)}
				${await showRefundForm(work, order)} ${showEvidenceForm(work, order)} ${await showPolicy(work, order)}
			</section>
		</div>`
	return showPage(work, { title: `Order ${order.id.slice(-8)}`, content })
}
