import { Callout } from '#app/ui/callout.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'
import type { OrderList } from '#contracts/payments.ts'

import { useOrderList } from './use-order-list.ts'

/** Finds the order whose access ended last, unless another one opens its product again. */
export function findEndedAccess({
	orders,
	entitlements,
}: Pick<OrderList, 'orders' | 'entitlements'>): { product: string; endedAt: string } | null {
	const ended = orders.flatMap(({ accessEndsAt: endedAt, product: { code, name } }) =>
		endedAt !== null && Date.parse(endedAt) <= Date.now() && !entitlements.includes(code) ? [{ product: name, endedAt }] : [],
	)
	return ended.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt)).at(-1) ?? null
}

/** Shows learners whose access has ended what ended, when, and how to get it back. Renders nothing for everyone else. */
export function EndedAccess({ userId, className }: { userId: string | null; className?: string }) {
	const list = useOrderList(userId)
	const ended = list ? findEndedAccess(list) : null
	if (ended === null) return null
	return (
		<div className={className}>
			<Callout role="status" title={`Your access ended on ${formatLocalDay(ended.endedAt)}`}>
				<p className="max-w-read">
					It was for {ended.product}. Your progress, notes and certificates are saved. Buy it again and continue where you stopped.
				</p>
			</Callout>
		</div>
	)
}
