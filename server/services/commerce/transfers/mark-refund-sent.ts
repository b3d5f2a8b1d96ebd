import { inTransaction, isCanonicalUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { syncOrder } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireTransfers } from './mark-transfer-paid.ts'

/**
 * Confirms that the operator sent a granted refund by bank transfer; it's pending until then. Idempotent.
 * @throws ServiceError `refund_not_found` (404), `operator_missing` (400), `transfers_off` (409)
 */
export async function markRefundSent(
	ctx: ServiceContext,
	/** `note` records the decision in the same transaction. */
	input: { requestId: string; operator: string; note?: (tx: Tx) => Promise<unknown> },
): Promise<{ orderId: string; isNew: boolean }> {
	const transfers = requireTransfers(ctx)
	const operator = input.operator.trim()
	if (operator === '') throw new ServiceError('invalid', 'operator_missing', 'The name of the person who sent the money is required')
	const notFound = new ServiceError('not-found', 'refund_not_found', `There’s no refund ${input.requestId} to be sent by bank transfer`)
	if (!isCanonicalUuid(input.requestId)) throw notFound
	const sent = await inTransaction(ctx.db, async (tx) => {
		const refund = await transfers.markRefundSent(tx, input.requestId, ctx.now())
		const transfer = refund && (await transfers.find(tx, refund.checkoutId))
		if (refund === null || transfer === null) throw notFound
		if (refund.isNew) {
			const detail = { order: transfer.orderId, request: input.requestId, operator }
			await recordAudit(ctx, tx, { action: 'refund_marked_sent', outcome: 'success', userId: null, detail })
			await input.note?.(tx)
		}
		return { orderId: transfer.orderId, sessionId: refund.checkoutId, isNew: refund.isNew }
	})
	const status = await syncOrder(ctx, sent)
	if (status === null) throw new Error(`the data about order ${sent.orderId} does not match it`)
	return { orderId: sent.orderId, isNew: sent.isNew }
}
