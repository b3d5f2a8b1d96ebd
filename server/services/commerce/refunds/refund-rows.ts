import type { Selectable } from 'kysely'

import type { RefundFacts } from '#domain/refunds/evaluate-refund.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { RefundRequests } from '#server/db/row-types.ts'

export type RefundRequestRow = Selectable<RefundRequests>

export async function findRefundRequest(db: Db | Tx, orderId: string): Promise<RefundRequestRow | null> {
	const row = await db
		.selectFrom('refund_requests')
		.selectAll()
		.where('order_id', '=', orderId)
		.orderBy('requested_at', 'desc')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row ?? null
}

/** True if the refund is granted or sent, but neither settled nor failed. */
export const isOpen = ({ state }: Pick<RefundRequestRow, 'state'>) => state === 'granted' || state === 'sent'

export const toFactsJson = (facts: RefundFacts): string => JSON.stringify(facts)
