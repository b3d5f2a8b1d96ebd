import { formatMoney } from '#domain/pricing/money.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { recordAlert } from '#server/services/commerce/orders/record-alert.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { inUtc } from './raise-alerts.ts'

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
		const mark = ALERT_HOURS.find((hours) => dueBy.getTime() - now <= hours * HOUR_MS)
		const detail = { dispute: id, answerBefore: inUtc(dueBy), hoursLeft: `at most ${mark}` }
		const facts = { amount: formatMoney(amountCents, currency) }
		await inTransaction(ctx.db, (tx) => recordAlert(ctx, tx, { orderId, kind: 'dispute_deadline', detail, facts }))
	}
	return unanswered.length
}
