import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import type { ServiceContext, Tx } from '#server/context.ts'

import { type OrderAlertKind, recordAlert } from './record-alert.ts'

type News = { orderId: string; snapshot: PaymentSnapshot; succeededPaymentIds: readonly string[] }

/** What a person must look at though nothing is wrong with the facts: each finding once, however often it is told. */
export async function raiseAlerts(ctx: ServiceContext, tx: Tx, { orderId, snapshot, succeededPaymentIds }: News): Promise<void> {
	const raise = (kind: OrderAlertKind, detail: Record<string, string>) => recordAlert(tx, { orderId, kind, detail, now: ctx.now() })
	if (succeededPaymentIds.length > 1) await raise('duplicate_payment', { payments: succeededPaymentIds.toSorted().join(' ') })
	for (const { id, status, reason } of snapshot.disputes) await raise('dispute', { dispute: id, status, reason })
	for (const { id, kind } of snapshot.fraudWarnings) await raise('early_fraud_warning', { warning: id, kind })
	for (const { id, status, failureReason } of snapshot.refunds)
		if (status === 'failed') await raise('refund_failed', { refund: id, reason: failureReason ?? 'unknown' })
}
