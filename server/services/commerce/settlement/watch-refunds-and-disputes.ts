import { formatMoney } from '#domain/pricing/money.ts'
import { inTransaction } from '#server/db/database.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { recordAlert } from '#server/services/commerce/orders/store-facts.ts'
import { isRefundInProgress } from '#server/services/commerce/refunds/read-refund-facts.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { inUtc, syncOrder } from './apply-snapshot.ts'

/** Age at which a granted refund is queued again if no job has sent it. */
const STUCK_MS = 60 * 60 * 1000

const listOpen = ({ db }: ServiceContext) =>
	db
		.selectFrom('refund_requests')
		.innerJoin('checkout_sessions', (join) =>
			join.onRef('checkout_sessions.order_id', '=', 'refund_requests.order_id').on('checkout_sessions.state', '=', 'complete'),
		)
		.select(['refund_requests.id', 'refund_requests.order_id', 'refund_requests.state', 'decided_at', 'expected_by', 'provider_session_id'])
		.where('refund_requests.state', 'in', ['granted', 'sent'])
		.orderBy('refund_requests.id')
		.execute()
type OpenRequest = Awaited<ReturnType<typeof listOpen>>[number]

async function raiseOverdue(ctx: ServiceContext, { id, order_id: orderId, expected_by: expectedBy }: OpenRequest): Promise<boolean> {
	return inTransaction(ctx.db, async (tx) => {
		await lockOrder(tx, orderId)
		const request = await tx.selectFrom('refund_requests').select('state').where('id', '=', id).executeTakeFirst()
		if (!request || !isRefundInProgress(request)) return false
		const detail = { request: id, expectedBy: expectedBy?.toISOString() ?? '' }
		await recordAlert(ctx, tx, { orderId, kind: 'refund_overdue', detail })
		return true
	})
}

/**
 * Requeues granted refunds that no job has sent within an hour, and alerts about those past their expected date.
 * @returns how many were requeued and how many are overdue
 */
export async function watchRefunds(ctx: ServiceContext): Promise<{ queued: number; overdue: number }> {
	const now = ctx.now().getTime()
	const result = { queued: 0, overdue: 0 }
	for (const request of await listOpen(ctx)) {
		if (request.state === 'granted' && now - request.decided_at.getTime() >= STUCK_MS) {
			await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, { name: 'send-refund', payload: { requestId: request.id } }))
			result.queued += 1
		}
		if (request.expected_by === null || now < request.expected_by.getTime()) continue
		try {
			await syncOrder(ctx, { orderId: request.order_id, sessionId: request.provider_session_id })
		} catch (error) {
			ctx.log.warn('overdue refund could not be checked', { requestId: request.id, error })
		}
		if (await raiseOverdue(ctx, request)) result.overdue += 1
	}
	return result
}

const HOUR_MS = 3_600_000
/** Hours before a dispute's deadline at which the operator is alerted, in ascending order. */
const ALERT_HOURS = [24, 72]

const listUnanswered = ({ db, now }: ServiceContext, before: Date) =>
	db
		.selectFrom('disputes')
		.innerJoin('orders', 'orders.id', 'disputes.order_id')
		.select(['provider_dispute_id as id', 'order_id as orderId', 'amount_cents as amountCents', 'evidence_due_by as dueBy', 'currency'])
		// Providers may add statuses; only these two require a response.
		.where('disputes.status', 'in', ['needs_response', 'warning_needs_response'])
		.where('evidence_due_by', '>', now())
		.where('evidence_due_by', '<=', before)
		.orderBy('evidence_due_by')
		.$narrowType<{ dueBy: Date }>()
		.execute()

/**
 * Reminds the operator of unanswered disputes before their deadline.
 * @returns the number of unanswered disputes due within 72 hours
 */
export async function watchDisputes(ctx: ServiceContext): Promise<number> {
	const now = ctx.now().getTime()
	const unanswered = await listUnanswered(ctx, new Date(now + Math.max(...ALERT_HOURS) * HOUR_MS))
	for (const { id, orderId, amountCents, dueBy, currency } of unanswered) {
		const threshold = ALERT_HOURS.find((hours) => dueBy.getTime() - now <= hours * HOUR_MS)
		const detail = { dispute: id, answerBefore: inUtc(dueBy), hoursLeft: `at most ${threshold}` }
		const facts = { amount: formatMoney(amountCents, currency) }
		await inTransaction(ctx.db, (tx) => recordAlert(ctx, tx, { orderId, kind: 'dispute_deadline', detail, facts }))
	}
	return unanswered.length
}
