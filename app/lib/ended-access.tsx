import { Callout } from '#app/ui/callout.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'
import type { OrderList } from '#contracts/payments.ts'

type EndedAccessProps = {
	/** Nothing is shown without a list, or if everything is open to the learner. */
	list: Pick<OrderList, 'ended'> | null | undefined
	className?: string
}

/** Shows learners whose access has ended what ended, when, and how to get it back. */
export function EndedAccess({ list, className }: EndedAccessProps) {
	if (!list?.ended) return null
	const { product, endedAt } = list.ended
	return (
		<div className={className}>
			<Callout role="status" title={`Your access ended on ${formatLocalDay(endedAt)}`}>
				<p className="max-w-read">
					It was for {product}. Your progress, notes and certificates are saved. To continue where you stopped, buy the course.
				</p>
			</Callout>
		</div>
	)
}
