import type { Tx } from '#server/context.ts'

export type OrderAlertKind =
	| 'terms_mismatch'
	| 'duplicate_payment'
	| 'dispute'
	| 'early_fraud_warning'
	| 'refund_failed'
	| 'refund_overdue'
	| 'found_by_reconciler'

/** Writes down that somebody must look at an order. The same finding again is not a second alert. */
export async function recordAlert(
	tx: Tx,
	alert: { orderId: string; kind: OrderAlertKind; detail: Record<string, string>; now: Date },
): Promise<void> {
	await tx
		.insertInto('order_alerts')
		.values({ order_id: alert.orderId, kind: alert.kind, detail: JSON.stringify(alert.detail), created_at: alert.now })
		.onConflict((conflict) => conflict.columns(['order_id', 'kind', 'detail']).doNothing())
		.execute()
}
