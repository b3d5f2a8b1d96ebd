import type { ServiceContext } from '#server/services/context.ts'

import type { RefundRequestRow } from './refund-rows.ts'

const MAX = 100

export type ListedRefund = Pick<
	RefundRequestRow,
	'id' | 'order_id' | 'kind' | 'state' | 'reasons' | 'amount_cents' | 'message' | 'decided_by' | 'requested_at' | 'expected_by'
> & { currency: string }

/** @param orderId our own ID; if set, only this order's refunds are listed */
export const listRefunds = ({ db }: Pick<ServiceContext, 'db'>, orderId?: string): Promise<ListedRefund[]> =>
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
		.$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
		.orderBy('requested_at', 'desc')
		.orderBy('refund_requests.id', 'desc')
		.limit(MAX)
		.execute()
