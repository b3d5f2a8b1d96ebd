import { inTransaction } from '#server/db/in-transaction.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { recordAlert } from '#server/services/commerce/orders/record-alert.ts'
import { isOpen } from '#server/services/commerce/refunds/refund-rows.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { syncOrder } from './apply-snapshot.ts'

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
		if (!request || !isOpen(request)) return false
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
