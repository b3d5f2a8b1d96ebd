import { html } from 'hono/html'

import { formatMoney } from '#domain/pricing/money.ts'
import { badge, type Moment, when } from '#server/console/shell/pieces.ts'
import type { Db } from '#server/db/database.ts'
import { listOrderMails } from '#server/services/commerce/orders/list-order-mails.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'

const MOST = 100

const words = (name: string) => name.replaceAll(/[_.]/g, ' ')

/** Whoever works in the console stands in records by id; what was done there says who it was. */
const decider = (by: string) => (/^operator:[0-9a-f-]{36}$/.test(by) ? 'an operator in the console' : by)

async function tellCheckouts(db: Db, order: OrderRow): Promise<Moment[]> {
	const checkouts = await db.selectFrom('checkout_sessions').selectAll().where('order_id', '=', order.id).orderBy('attempt').execute()
	const payments = await db.selectFrom('payments').selectAll().where('order_id', '=', order.id).execute()
	const transfers = await db.selectFrom('bank_transfers').selectAll().where('order_id', '=', order.id).execute()
	const closed = (at: Date | null, what: string): Moment[] => (at === null ? [] : [{ at, what }])
	return [
		...checkouts.map(({ as_of, attempt, state, payment_status, provider_session_id: id }) => ({
			at: as_of,
			what: html`Checkout ${attempt} is ${state}, ${words(payment_status)} <code>${id}</code>`,
		})),
		...payments.map((payment): Moment => ({
			at: payment.paid_at ?? payment.as_of,
			what: html`Payment of ${formatMoney(payment.amount_cents, order.currency)}
				${payment.status}${payment.failure_code ? ` (${payment.failure_code})` : ''} <code>${payment.provider_payment_id}</code>`,
			tone: payment.status === 'succeeded' ? 'good' : 'warn',
		})),
		...transfers.flatMap(({ reference, accepted_at, closed_at, paid_at }) => [
			...closed(accepted_at, `Bank transfer ${reference} was placed`),
			...closed(closed_at, `Bank transfer ${reference} was closed: a newer order took its place`),
			...closed(paid_at, `Bank transfer ${reference} was marked as paid`),
		]),
	]
}

async function tellRefunds(db: Db, order: OrderRow): Promise<Moment[]> {
	const requests = await db.selectFrom('refund_requests').selectAll().where('order_id', '=', order.id).execute()
	const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
	const disputes = await db.selectFrom('disputes').selectAll().where('order_id', '=', order.id).execute()
	return [
		...requests.map((request): Moment => ({
			at: request.requested_at,
			what: html`Refund asked for (${request.kind}), ${badge(request.state)} ${formatMoney(request.amount_cents, order.currency)}, decided
			by
			${decider(request.decided_by)}${request.override_reason ? `: ${request.override_reason}` : ''}${request.reasons.length > 0 ? `; the rule said: ${request.reasons.map(words).join(', ')}` : ''}${request.message ? html`<br />“${request.message}”` : ''}${request.failure_reason ? html`<br />It failed: ${request.failure_reason}` : ''}`,
			tone: request.state === 'failed' ? 'bad' : 'warn',
		})),
		...refunds.map((refund): Moment => ({
			at: refund.created_at,
			what: html`Refund of ${formatMoney(refund.amount_cents, order.currency)} ${words(refund.status)} as of ${when(refund.as_of)}
				<code>${refund.provider_refund_id}</code>${refund.failure_reason ? ` (${words(refund.failure_reason)})` : ''}`,
			tone: refund.status === 'failed' ? 'bad' : 'warn',
		})),
		...disputes.map((dispute): Moment => ({
			at: dispute.as_of,
			what: html`Dispute of ${formatMoney(dispute.amount_cents, order.currency)}: ${words(dispute.status)}, ${words(dispute.reason)},
				evidence until ${when(dispute.evidence_due_by)} <code>${dispute.provider_dispute_id}</code>`,
			tone: 'bad',
		})),
	]
}

async function tellMails(db: Db, order: OrderRow): Promise<Moment[]> {
	const mails = await listOrderMails(db, order)
	return mails.map((mail): Moment => ({
		at: mail.created_at,
		what: html`Mail “${mail.subject}” (${mail.template})
		${badge(mail.status, mail.status === 'sent' ? 'good' : 'calm')}${mail.last_error ? html`<br />${mail.last_error}` : ''}`,
		...(mail.status === 'failed' || mail.status === 'bounced' ? { tone: 'bad' as const } : {}),
	}))
}

async function tellUse(db: Db, order: OrderRow): Promise<Moment[]> {
	const access = await db.selectFrom('entitlements').selectAll().where('order_id', '=', order.id).execute()
	const downloads = await db.selectFrom('downloads').selectAll().where('order_id', '=', order.id).orderBy('first_at').limit(MOST).execute()
	return [
		...access.map((entitlement): Moment => ({
			at: entitlement.granted_at,
			what: html`Access to ${entitlement.product_code} was opened; it is
			${badge(entitlement.state, entitlement.state === 'active' ? 'good' : 'warn')} now`,
			tone: 'good',
		})),
		...downloads.map(({ document, format, first_at, last_at, times }) => ({
			at: first_at,
			what: html`Download of ${document} (${format})${times > 1 ? html`, ${times} times until ${when(last_at)}` : ''}`,
		})),
	]
}

async function tellAlerts(db: Db, order: OrderRow): Promise<Moment[]> {
	const alerts = await db.selectFrom('order_alerts').selectAll().where('order_id', '=', order.id).limit(MOST).execute()
	const events = await db
		.selectFrom('payment_events')
		.selectAll()
		.where('order_id', '=', order.id)
		.orderBy('received_at', 'desc')
		.limit(MOST)
		.execute()
	const actions = await db
		.selectFrom('operator_actions')
		.selectAll()
		.where('object_kind', '=', 'order')
		.where('object_id', '=', order.id)
		.orderBy('created_at', 'desc')
		.limit(MOST)
		.execute()
	return [
		...alerts.map(({ created_at, kind }): Moment => ({ at: created_at, what: html`Notice to you: ${words(kind)}`, tone: 'warn' })),
		...events.map((event): Moment => ({
			at: event.received_at,
			what: html`The provider reported
				<code>${event.type}</code
				>${event.deliveries > 1 ? ` (${event.deliveries} times)` : ''}${event.last_error ? html`<br />${event.last_error}` : ''}`,
			...(event.last_error ? { tone: 'bad' as const } : {}),
		})),
		...actions.map(({ created_at, action, role, reason }): Moment => ({
			at: created_at,
			what: html`In the console (${role}): ${words(action)}${reason ? `. ${reason}` : ''}`,
			tone: 'warn',
		})),
	]
}

/** Everything that happened to one order, from each table that has it. */
export async function readOrderStory(db: Db, order: OrderRow): Promise<Moment[]> {
	const code = order.discount_code === null ? '' : ` with the code ${order.discount_code}`
	const made: Moment = {
		at: order.created_at,
		what: `Ordered: ${order.product_name} for ${formatMoney(order.total_cents, order.currency)}${code}`,
	}
	const waived: Moment[] =
		order.waiver_accepted_at === null
			? []
			: [{ at: order.waiver_accepted_at, what: `Immediate access asked for, with the consent text of ${order.waiver_version ?? '–'}` }]
	const left: Moment[] =
		order.abandoned_at === null ? [] : [{ at: order.abandoned_at, what: 'Left behind: a newer checkout took its place' }]
	const erased: Moment[] =
		order.person_erased_at === null
			? []
			: [{ at: order.person_erased_at, what: 'The buyer’s data was deleted at their wish', tone: 'warn' }]
	return [
		made,
		...waived,
		...left,
		...erased,
		...(await tellCheckouts(db, order)),
		...(await tellRefunds(db, order)),
		...(await tellMails(db, order)),
		...(await tellUse(db, order)),
		...(await tellAlerts(db, order)),
	]
}
