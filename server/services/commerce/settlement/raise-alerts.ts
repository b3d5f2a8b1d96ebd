import { formatMoney } from '#domain/pricing/money.ts'
import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/db/database.ts'
import { type OrderAlertKind, recordAlert } from '#server/services/commerce/orders/record-alert.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const inUtc = (time: Date) =>
	`${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`

type News = { orderId: string; snapshot: PaymentSnapshot; succeededPaymentIds: readonly string[] }

/** Raises alerts, once each, for consistent facts that still need a person, such as a duplicate payment. */
export async function raiseAlerts(ctx: ServiceContext, tx: Tx, { orderId, snapshot, succeededPaymentIds }: News): Promise<void> {
	const raise = (kind: OrderAlertKind, detail: Record<string, string>, facts?: Record<string, string>) =>
		recordAlert(ctx, tx, { orderId, kind, detail, ...(facts && { facts }) })
	if (succeededPaymentIds.length > 1) await raise('duplicate_payment', { payments: succeededPaymentIds.toSorted().join(' ') })
	for (const { id, status, reason, amountCents, evidenceDueBy } of snapshot.disputes)
		await raise(
			'dispute',
			{ dispute: id, status, reason },
			{
				amount: formatMoney(amountCents, snapshot.currency),
				answerBefore: evidenceDueBy ? inUtc(evidenceDueBy) : 'no answer is asked for',
			},
		)
	for (const { id, kind } of snapshot.fraudWarnings) await raise('early_fraud_warning', { warning: id, kind })
	for (const { id, status, failureReason } of snapshot.refunds)
		if (status === 'failed') await raise('refund_failed', { refund: id, reason: failureReason ?? 'unknown' })
}
