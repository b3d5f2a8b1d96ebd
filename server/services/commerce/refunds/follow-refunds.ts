import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { recordAlert } from '#server/services/commerce/orders/record-alert.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { RefundRequestRow } from './read-refund-facts.ts'
import { mailRefundStep } from './refund-mails.ts'

type Followed = 'sent' | 'settled' | 'failed'

const FOLLOWED = { pending: 'sent', requires_action: 'sent', succeeded: 'settled', failed: 'failed', canceled: 'failed' } as const

/**
 * Allowed changes of a request's state. A final state can only change to the other final state: a succeeded refund may fail
 * later.
 */
const MAY_FOLLOW: Record<RefundRequestRow['state'], readonly Followed[]> = {
	refused: [],
	granted: ['sent', 'settled', 'failed'],
	sent: ['settled', 'failed'],
	settled: ['failed'],
	failed: ['settled'],
}

async function moveRequest(
	ctx: ServiceContext,
	tx: Tx,
	{ request, state, failureReason }: { request: RefundRequestRow; state: Followed; failureReason: string | null },
): Promise<RefundRequestRow | null> {
	if (!MAY_FOLLOW[request.state].includes(state)) return null
	const now = ctx.now()
	return tx
		.updateTable('refund_requests')
		.set({
			state,
			settled_at: state === 'settled' ? now : null,
			failure_reason: state === 'failed' ? (failureReason ?? 'unknown') : null,
			updated_at: now,
		})
		.where('id', '=', request.id)
		.returningAll()
		.executeTakeFirstOrThrow()
}

/**
 * Updates refund requests from the provider's refunds, and emails the buyer. The caller holds the order's lock and has derived
 * its status.
 */
export async function followRefunds(ctx: ServiceContext, tx: Tx, order: OrderRow): Promise<void> {
	const refunds = await tx.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
	if (refunds.length === 0) return
	const requests = await tx.selectFrom('refund_requests').selectAll().where('order_id', '=', order.id).execute()
	for (const refund of refunds) {
		const state = FOLLOWED[refund.status]
		const request = requests.find(({ id }) => id === refund.request_ref)
		const moved = request ? await moveRequest(ctx, tx, { request, state, failureReason: refund.failure_reason }) : null
		if (state === 'sent' || (request && !moved)) continue
		if (refund.status === 'canceled')
			await recordAlert(ctx, tx, { orderId: order.id, kind: 'refund_failed', detail: { refund: refund.provider_refund_id } })
		const news = { order, key: request?.id ?? refund.provider_refund_id, amountCents: refund.amount_cents, request: moved }
		await mailRefundStep(ctx, tx, { step: state, news })
	}
}
