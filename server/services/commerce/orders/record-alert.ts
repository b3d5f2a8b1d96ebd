import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alertOperator } from '#server/services/messaging/operator-alerts/alert-operator.ts'

export type OrderAlertKind =
	| 'terms_mismatch'
	| 'duplicate_payment'
	| 'dispute'
	| 'dispute_deadline'
	| 'early_fraud_warning'
	| 'refund_failed'
	| 'refund_by_hand'
	| 'refund_overdue'
	| 'found_by_reconciler'
	| 'tax_unknown'

type OrderAlert = {
	orderId: string
	kind: OrderAlertKind
	/** A second alert of the same order, kind and detail is not raised. */
	detail: Record<string, string>
	facts?: Record<string, string>
}

export async function recordAlert(ctx: ServiceContext, tx: Tx, { orderId, kind, detail, facts }: OrderAlert): Promise<void> {
	const row = await tx
		.insertInto('order_alerts')
		.values({ order_id: orderId, kind, detail: JSON.stringify(detail), created_at: ctx.now() })
		.onConflict((conflict) => conflict.columns(['order_id', 'kind', 'detail']).doNothing())
		.returning('id')
		.executeTakeFirst()
	const mode = ctx.payments.isLive ? {} : { mode: 'Test, no money moved' }
	if (row) await alertOperator(ctx, tx, { kind, key: `order:${row.id}`, facts: { order: orderId, ...detail, ...facts, ...mode } })
}
