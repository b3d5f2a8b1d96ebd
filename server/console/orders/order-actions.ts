import { consolePaths } from '#contracts/console-paths.ts'
import { parseTransferAmount } from '#domain/orders/check-transfer.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { withEnd, readAccessEnd } from '#server/console/shell/access-end.ts'
import {
	type ConsoleAction,
	type ConsoleActionRequest,
	type ConsoleRequest,
	recordAction,
	requireReason,
	type Fields,
} from '#server/console/shell/console-request.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { fetchLatest } from '#server/services/commerce/checkout/reconcile-payments.ts'
import { findOrder, orderNotFound, type OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { readRefundFacts } from '#server/services/commerce/refunds/read-refund-facts.ts'
import { findAmountFault, overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { COMPLIMENTARY_PROVIDER, revokeComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import { sendOrderMailAgain } from '#server/services/commerce/settlement/send-order-mail-again.ts'
import { setAccessEnd } from '#server/services/commerce/settlement/set-access-end.ts'
import { markRefundSent } from '#server/services/commerce/transfers/mark-refund-sent.ts'
import { markTransferPaid } from '#server/services/commerce/transfers/mark-transfer-paid.ts'

/** @throws ServiceError order_not_found (404) */
export async function requireOrder({ params, ctx }: ConsoleRequest) {
	const found = await findOrder(ctx, params.order ?? '')
	if (!found) throw orderNotFound()
	return found
}

const redirectToOrder = ({ c }: ConsoleActionRequest, { id }: Pick<OrderRow, 'id'>, notice: string) =>
	c.redirect(`${consolePaths.orders}/${id}?notice=${notice}`, 303)

type Done = Omit<ConsoleAction, 'object'> & { notice: string }

async function finish(request: ConsoleActionRequest, order: OrderRow, { notice, ...done }: Done) {
	await recordAction(request, request.ctx.db, { ...done, object: { kind: 'order', id: order.id } })
	return redirectToOrder(request, order, notice)
}

const parseCents = (typed: string, currency: string) => parseTransferAmount(typed.replace(/^[$€£¥]/, '').trim(), currency)

/** @throws ServiceError validation_failed (400) if it isn't an amount */
function readCents(typed: string | undefined, currency: string): number {
	const cents = parseCents(typed ?? '', currency)
	if (cents !== null) return cents
	const message = `Enter the amount as ${decimalOf(3760, currency)}.`
	throw new ServiceError('invalid', 'validation_failed', message, { fields: { amount: message } })
}

/** @throws ServiceError validation_failed (400) if the amount can't be refunded */
export async function checkRefund(request: ConsoleActionRequest, fields: Fields): Promise<void> {
	const typed = fields.amount?.trim() ?? ''
	if (typed === '') return
	const { order } = await requireOrder(request)
	const { currency } = order
	const cents = readCents(typed, currency)
	const { payment } = await readRefundFacts(request.ctx, request.ctx.db, order)
	const message = payment && findAmountFault(cents, { ...payment, currency })
	if (message) throw new ServiceError('invalid', 'validation_failed', message, { fields: { amount: message } })
}

export async function grantRefund(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const { order } = await requireOrder(request)
	const reason = requireReason(fields)
	const amount = fields.amount?.trim() ?? ''
	const refundRequest = await overrideRefund(ctx, {
		orderId: order.id,
		operator: by.userId,
		reason,
		enforcesPolicy: fields.against !== 'yes',
		...(amount !== '' && { amountCents: readCents(amount, order.currency) }),
	})
	return finish(request, order, {
		notice: 'refund-granted',
		action: 'refund_granted',
		reason,
		before: { status: order.status },
		after: { refund_request: refundRequest.id, cents: refundRequest.amount_cents },
	})
}

type Answered = { request: ConsoleActionRequest; fields: Fields; order: OrderRow }

/** Redirects to the page with the form: the order's page, or the learner's, whose forms submit a `learner`. */
const redirectToFormPage = ({ request, fields, order }: Answered, notice: string) =>
	isUuid(fields.learner ?? '')
		? request.c.redirect(`${consolePaths.learners}/${fields.learner}?notice=${notice}`, 303)
		: redirectToOrder(request, order, notice)

export async function resendOrderMail(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { order } = await requireOrder(request)
	const mail = fields.mail === 'receipt' ? 'receipt' : 'access'
	const sent = await sendOrderMailAgain(ctx, { orderId: order.id, mail })
	if (sent !== null)
		await recordAction(request, ctx.db, { action: `${mail}_sent_again`, object: { kind: 'order', id: order.id }, after: { message: sent } })
	const notice = sent === null ? 'mail-was-sent' : 'mail-sent-again'
	return redirectToFormPage({ request, fields, order }, notice)
}

export async function reconcileNow(request: ConsoleActionRequest) {
	const { order } = await requireOrder(request)
	const apply = await fetchLatest(request.ctx, order)
	return async (inside: ConsoleActionRequest) => {
		const after = await apply(inside.ctx)
		// Redirects instead of throwing: a rollback would also undo the operator alert about the mismatch.
		if (after === null) return redirectToOrder(inside, order, 'facts-refused')
		const change = { before: { status: order.status }, after: { status: after } }
		return finish(inside, order, { notice: 'order-reconciled', action: 'order_reconciled', ...change })
	}
}

export async function markPaid(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const { order } = await requireOrder(request)
	const transfer = await ctx.db.selectFrom('bank_transfers').select('reference').where('order_id', '=', order.id).executeTakeFirst()
	if (!transfer) throw new ServiceError('conflict', 'transfer_not_found', 'This order isn’t set up for bank transfer.')
	const marked = await markTransferPaid(ctx, {
		reference: transfer.reference,
		amountCents: readCents(fields.amount, order.currency),
		currency: order.currency,
		operator: by.userId,
		isTakenLate: fields.late === 'yes',
		note: (tx) =>
			recordAction(request, tx, {
				action: 'transfer_marked_paid',
				object: { kind: 'order', id: order.id },
				before: { status: order.status },
				after: { status: 'paid' },
			}),
	})
	return redirectToOrder(request, order, marked.outcome === 'already_paid' ? 'transfer-was-marked' : 'transfer-marked')
}

export async function markRefunded(request: ConsoleActionRequest, fields: Fields) {
	const { ctx, by } = request
	const { order } = await requireOrder(request)
	const requestId = fields.request ?? ''
	const isOurs = await ctx.db
		.selectFrom('refund_requests')
		.select('id')
		.where('order_id', '=', order.id)
		.where((eb) => eb(eb.cast<string>('id', 'text'), '=', requestId))
		.executeTakeFirst()
	if (!isOurs) throw new ServiceError('not-found', 'refund_not_found', 'We can’t find that refund on this order.')
	const object = { kind: 'order', id: order.id } as const
	const { isNew } = await markRefundSent(ctx, {
		requestId,
		operator: by.userId,
		note: (tx) => recordAction(request, tx, { action: 'refund_marked_sent', object, after: { refund_request: requestId } }),
	})
	return redirectToOrder(request, order, isNew ? 'refund-marked' : 'refund-was-marked')
}

/**
 * Sets or removes the end of access, or ends paid access now.
 * @throws ServiceError end_changed (409) if the access had another end than the form showed
 */
async function changeEnd(request: ConsoleActionRequest, fields: Fields, endsAt: Date | 'now' | null) {
	const { ctx } = request
	const { order } = await requireOrder(request)
	const reason = requireReason(fields)
	const before = await setAccessEnd(ctx, order.id, endsAt)
	if (endsAt !== 'now' && (before?.toISOString() ?? '') !== (fields.shown ?? ''))
		throw new ServiceError('conflict', 'end_changed', 'Someone changed this end in the meantime. Check the end shown now, then try again.')
	await recordAction(request, ctx.db, {
		action: endsAt === 'now' ? 'access_ended' : 'access_end_set',
		object: { kind: 'order', id: order.id },
		reason,
		before: { until: before?.toISOString() ?? null },
		after: { until: endsAt === 'now' ? ctx.now().toISOString() : (endsAt?.toISOString() ?? null) },
	})
	const done = endsAt === 'now' ? 'access-ended' : endsAt === null ? 'access-end-removed' : 'access-end-set'
	return redirectToFormPage({ request, fields, order }, withEnd(done, endsAt === 'now' ? null : endsAt))
}

export const setEndOfAccess = (request: ConsoleActionRequest, fields: Fields) =>
	changeEnd(request, fields, readAccessEnd(request.ctx, fields))

/** Ends access now. Complimentary access is revoked, and a new order gives it again. */
export async function endAccess(request: ConsoleActionRequest, fields: Fields) {
	const { ctx } = request
	const { order } = await requireOrder(request)
	if (order.provider !== COMPLIMENTARY_PROVIDER) return changeEnd(request, fields, 'now')
	const reason = requireReason(fields)
	await revokeComplimentaryAccess(ctx, order.id)
	await recordAction(request, ctx.db, {
		action: 'access_ended',
		object: { kind: 'order', id: order.id },
		reason,
		before: { status: order.status },
		after: { status: 'expired' },
	})
	return redirectToFormPage({ request, fields, order }, 'access-ended')
}
