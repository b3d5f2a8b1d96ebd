import { sql } from 'kysely'

import { isHarmlessDispute } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeReasonsForOperators } from '#domain/refunds/describe-refund.ts'
import type { RefundReason } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { describeAction } from '#server/console/record/entry-sentences.ts'
import type { TimelineEvent, TimelineText } from '#server/console/shell/timeline.ts'
import type { Db } from '#server/db/database.ts'
import type { Refunds } from '#server/db/row-types.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { listOrderMails } from '#server/services/commerce/orders/order-mails.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'

const MAX = 100

const isGiven = ({ provider }: OrderRow) => provider === COMPLIMENTARY_PROVIDER

const words = (name: string) => name.replaceAll(/[_.]/g, ' ')

const isSameMinute = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) < 60_000

/** Selects the address of the operator who decided about a refund; null for a policy, or once that account is deleted. */
const operatorEmail = sql<string | null>`(
	select email from auth.users where users.id = case when decided_by ~ '^operator:[0-9a-f-]{36}$' then substr(decided_by, 10)::uuid end
)`

const decider = (by: string, operator: string | null) =>
	by === 'policy' ? 'the refund policy' : (operator ?? (by.startsWith('operator:') ? 'a deleted account' : by))

const REQUESTS: Readonly<Record<string, string>> = {
	promise: 'money-back guarantee',
	withdrawal: 'right of withdrawal',
	operator: 'by your team',
}

/** States of a refund request and of the provider's refund, in the same words. */
const REFUND_STATES: Readonly<Record<string, string>> = {
	granted: 'approved',
	pending: 'sent',
	requires_action: 'sent',
	settled: 'arrived',
	succeeded: 'arrived',
}

const onceAt = (at: Date | null, what: string, tone?: 'warn'): TimelineEvent[] => (at === null ? [] : [{ at, what, ...(tone && { tone }) }])

async function listPayments(db: Db, order: OrderRow): Promise<TimelineEvent[]> {
	const checkouts = await db.selectFrom('checkout_sessions').selectAll().where('order_id', '=', order.id).orderBy('attempt').execute()
	const payments = await db.selectFrom('payments').selectAll().where('order_id', '=', order.id).execute()
	const transfers = await db.selectFrom('bank_transfers').selectAll().where('order_id', '=', order.id).execute()
	return [
		...checkouts
			.filter(({ state }) => order.paid_at === null || state !== 'complete')
			.map(({ as_of, attempt, state, payment_status, provider_session_id: code }) => ({
				at: as_of,
				what: [`Checkout ${attempt}: ${state}, ${words(payment_status)}`, { code }],
			})),
		...payments.map(({ paid_at, as_of, amount_cents, status, failure_code, provider_payment_id: code }): TimelineEvent => ({
			at: paid_at ?? as_of,
			what: [
				`Payment of ${formatMoney(amount_cents, order.currency)} ${status}${failure_code === null ? '' : ` (${failure_code})`}`,
				{ code },
			],
			tone: status === 'succeeded' ? 'good' : 'warn',
		})),
		...transfers.flatMap(({ reference, accepted_at, closed_at, paid_at }) => [
			...onceAt(accepted_at, `Bank transfer ${reference} was chosen`),
			...onceAt(closed_at, `Bank transfer ${reference} was closed: a newer order replaced it`),
			...onceAt(paid_at, `Bank transfer ${reference} was marked as paid`),
		]),
	]
}

type Refund = Pick<Refunds, 'status' | 'provider_refund_id'> & { created_at: Date; as_of: Date }

const describeRefund = ({ created_at, status, as_of, provider_refund_id: code }: Refund): TimelineText[] => [
	{ state: REFUND_STATES[status] ?? status },
	...(isSameMinute(created_at, as_of) ? [] : ['as of', { at: as_of }]),
	{ code },
]

async function listRefunds(db: Db, order: OrderRow): Promise<TimelineEvent[]> {
	const requests = await db
		.selectFrom('refund_requests')
		.selectAll()
		.select(operatorEmail.as('operator'))
		.where('order_id', '=', order.id)
		.execute()
	const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).orderBy('created_at').execute()
	const disputes = await db.selectFrom('disputes').selectAll().where('order_id', '=', order.id).execute()
	const refundOf = (request: string) => refunds.findLast(({ request_ref: ref }) => ref === request)
	const requested = new Set(requests.map(({ id }) => refundOf(id)))
	const reasonTexts = describeReasonsForOperators(findRefundPolicy(order.refund_policy_version))
	return [
		...requests.map(({ requested_at, kind, state, amount_cents, decided_by, operator, override_reason, ...request }): TimelineEvent => {
			const refund = refundOf(request.id)
			return {
				at: requested_at,
				what: [
					`Refund ${amount_cents === 0 ? '' : `of ${formatMoney(amount_cents, order.currency)} `}requested (${REQUESTS[kind] ?? words(kind)})`,
					...(refund ? describeRefund(refund) : [{ state: REFUND_STATES[state] ?? state }]),
					`decided by ${decider(decided_by, operator)}`,
				],
				notes: [
					override_reason && `Reason: ${override_reason}`,
					...request.reasons.map((each) => reasonTexts[each as RefundReason]),
					request.message && `“${request.message}”`,
					request.failure_reason && `It failed: ${request.failure_reason}`,
				],
				tone: state === 'failed' ? 'bad' : 'warn',
			}
		}),
		...refunds
			.filter((refund) => !requested.has(refund))
			.map((refund): TimelineEvent => ({
				at: refund.created_at,
				what: [`Refund of ${formatMoney(refund.amount_cents, order.currency)}`, ...describeRefund(refund)],
				notes: [refund.failure_reason && words(refund.failure_reason)],
				tone: refund.status === 'failed' ? 'bad' : 'warn',
			})),
		...disputes.map(({ as_of, amount_cents, status, reason, evidence_due_by, provider_dispute_id: code }): TimelineEvent => ({
			at: as_of,
			what: [
				`Dispute of ${formatMoney(amount_cents, order.currency)}: ${words(reason)}`,
				{ state: status },
				'evidence due',
				{ at: evidence_due_by },
				{ code },
			],
			tone: isHarmlessDispute(status) ? 'warn' : 'bad',
		})),
	]
}

const listMails = async (db: Db, order: OrderRow): Promise<TimelineEvent[]> =>
	(await listOrderMails(db, order)).toReversed().map(({ created_at, subject, status, last_error }) => ({
		at: created_at,
		what: [`Email “${subject}”`, { state: status, ...(status === 'sent' && { tone: 'good' as const }) }],
		notes: [last_error],
		...(status === 'failed' || status === 'bounced' ? { tone: 'bad' as const } : {}),
	}))

async function listUse(db: Db, order: OrderRow): Promise<TimelineEvent[]> {
	const access = isGiven(order) ? [] : await db.selectFrom('entitlements').selectAll().where('order_id', '=', order.id).execute()
	const downloads = await db.selectFrom('downloads').selectAll().where('order_id', '=', order.id).orderBy('first_at').limit(MAX).execute()
	return [
		// Without the current state: the entry must not change when a later refund ends the access.
		...access.map(({ granted_at, product_code }): TimelineEvent => ({
			at: granted_at,
			what: `Access given to ${product_code === order.product_code ? order.product_name : product_code}`,
			tone: 'good',
		})),
		...downloads.map(({ document, format, first_at, last_at, times }): TimelineEvent => ({
			at: first_at,
			what:
				times > 1 ? [`Downloaded ${document} (${format}), ${times} times, last`, { at: last_at }] : `Downloaded ${document} (${format})`,
		})),
	]
}

/** Words for the payment provider's events, by type. The first match counts. */
const EVENTS = [
	[/dispute/, 'Dispute'],
	[/refund/, 'Refund'],
	[/expired$/, 'Checkout expired'],
	[/failed$/, 'Payment failed'],
	[/processing$|pending$/, 'Payment under way'],
	[/session\.completed$/, 'Checkout completed'],
	[/succeeded$/, 'Payment succeeded'],
] as const

/** Events of a paid order that the timeline already shows as the payment and its refunds. */
const SHOWN_ELSEWHERE = /session\.completed$|succeeded$|refund/

const describeEvent = (type: string): string => EVENTS.find(([pattern]) => pattern.test(type))?.[1] ?? 'Update'

async function listReports(db: Db, order: OrderRow): Promise<TimelineEvent[]> {
	const alerts = await db.selectFrom('order_alerts').selectAll().where('order_id', '=', order.id).limit(MAX).execute()
	const events = await db
		.selectFrom('payment_events')
		.selectAll()
		.where('order_id', '=', order.id)
		.orderBy('received_at', 'desc')
		.limit(MAX)
		.execute()
	const actions = await db
		.selectFrom('operator_actions as done')
		.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
		.select(['done.created_at', 'done.action', 'done.role', 'done.reason', 'account.email'])
		.where('object_kind', '=', 'order')
		.where('object_id', '=', order.id)
		.where('action', '<>', 'refund_granted') // the timeline already has the refund request
		.orderBy('done.created_at', 'desc')
		.limit(MAX)
		.execute()
	const isNews = ({ type, last_error: error }: (typeof events)[number]) =>
		order.paid_at === null || error !== null || !SHOWN_ELSEWHERE.test(type)
	return [
		...alerts.map(({ created_at, kind }): TimelineEvent => ({ at: created_at, what: `Alert sent to you: ${words(kind)}`, tone: 'warn' })),
		...events.filter(isNews).map(({ received_at, type, deliveries, last_error }): TimelineEvent => ({
			at: received_at,
			what: [`${describeEvent(type)}, reported by the payment provider${deliveries > 1 ? ` (${deliveries} times)` : ''}`, { code: type }],
			notes: [last_error],
			...(last_error ? { tone: 'bad' as const } : {}),
		})),
		...actions.map(({ created_at, action, role, reason, email }): TimelineEvent => ({
			at: created_at,
			what: `${describeAction(action)}, by ${email ?? role}`,
			notes: [reason && `Reason: ${reason}`],
			tone: 'warn',
		})),
	]
}

export async function readOrderStory(db: Db, order: OrderRow): Promise<TimelineEvent[]> {
	const code = order.discount_code === null ? '' : ` with the code ${order.discount_code}`
	const ordered = `Ordered: ${order.product_name} for ${formatMoney(order.total_cents, order.currency)}${code}`
	return [
		isGiven(order)
			? { at: order.created_at, what: `Free access given: ${order.product_name}`, tone: 'good' }
			: { at: order.created_at, what: ordered },
		...onceAt(order.waiver_accepted_at, `Immediate access requested, with the consent text of ${order.waiver_version ?? '–'}`),
		...onceAt(order.abandoned_at, 'Abandoned: a newer checkout replaced it'),
		...onceAt(order.person_erased_at, 'The buyer’s data was deleted at their request', 'warn'),
		...(await listPayments(db, order)),
		...(await listRefunds(db, order)),
		...(await listMails(db, order)),
		...(await listUse(db, order)),
		...(await listReports(db, order)),
	]
}
