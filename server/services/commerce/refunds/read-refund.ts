import type { RefundRecord, RefundView } from '#contracts/refunds.ts'
import { deriveAccess } from '#domain/orders/order-status.ts'
import { evaluateRefund, mayStillWithdraw, type RefundKind, type RefundReason } from '#domain/refunds/evaluate-refund.ts'
import { refundDeadline } from '#domain/refunds/refund-deadline.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type OrderRow, requireOwnOrder } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hasAccessEnded } from '#server/services/learning/entitlements/entitlements.ts'

import { findRefundRequest, readRefundFacts, type RefundRequestRow } from './read-refund-facts.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

const toRecord = (row: RefundRequestRow): RefundRecord => ({
	kind: row.kind,
	state: row.state,
	reasons: row.reasons as RefundReason[],
	amountCents: row.amount_cents,
	requestedAt: row.requested_at.toISOString(),
	expectedFrom: iso(row.expected_from),
	expectedBy: iso(row.expected_by),
	settledAt: iso(row.settled_at),
})

export async function describeRefund(
	ctx: Pick<ServiceContext, 'accessPolicy' | 'now' | 'content'>,
	db: Db | Tx,
	order: OrderRow,
): Promise<RefundView> {
	const policy = findRefundPolicy(order.refund_policy_version)
	const { facts } = await readRefundFacts(ctx, db, order)
	const request = await findRefundRequest(db, order.id)
	const evaluate = (kind: RefundKind) => {
		const { outcome, reasons } = evaluateRefund(kind, facts, policy)
		return { granted: outcome === 'granted', reasons: [...reasons] }
	}
	const until = (days: number) => (facts.paidAtMs === null ? null : new Date(refundDeadline(facts.paidAtMs, days)).toISOString())
	const withdrawUntil = until(policy.withdrawalDays)
	return {
		policyVersion: policy.version,
		askBefore: until(policy.windowDays),
		meter: { opened: facts.sectionsOpened, total: facts.sectionsTotal, limitPercent: policy.shareLimitPercent },
		firstDownloadAt: facts.firstDownloadAtMs === null ? null : new Date(facts.firstDownloadAtMs).toISOString(),
		amountCents: Math.max(facts.paidCents - facts.refundedCents, 0),
		currency: order.currency,
		promise: evaluate('promise'),
		withdrawal: withdrawUntil !== null && mayStillWithdraw(facts, policy) ? { ...evaluate('withdrawal'), askBefore: withdrawUntil } : null,
		businessDays: policy.businessDays,
		request: request && toRecord(request),
		endsAccess: deriveAccess(order.status) !== 'active',
		hasEnded: await hasAccessEnded(db, order.id),
	}
}

/** @throws ServiceError no_authorization (401), order_not_found (404) */
export async function readRefund(ctx: ServiceContext, id: string): Promise<RefundView> {
	const { order } = await requireOwnOrder(ctx, id)
	return describeRefund(ctx, ctx.db, order)
}

const MAX = 100

export type ListedRefund = Pick<
	RefundRequestRow,
	'id' | 'order_id' | 'kind' | 'state' | 'reasons' | 'amount_cents' | 'message' | 'decided_by' | 'requested_at' | 'expected_by'
> & { currency: string }

/** Lists the newest refund requests of all orders. */
export const listRefunds = ({ db }: Pick<ServiceContext, 'db'>): Promise<ListedRefund[]> =>
	db
		.selectFrom('refund_requests')
		.innerJoin('orders', 'orders.id', 'refund_requests.order_id')
		.select('orders.currency')
		.select([
			'refund_requests.id',
			'order_id',
			'kind',
			'state',
			'reasons',
			'amount_cents',
			'message',
			'decided_by',
			'requested_at',
			'expected_by',
		])
		.orderBy('requested_at', 'desc')
		.orderBy('refund_requests.id', 'desc')
		.limit(MAX)
		.execute()
