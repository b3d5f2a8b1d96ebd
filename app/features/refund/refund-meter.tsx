import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { formatUtcDay } from '#contracts/format-day.ts'
import type { RefundView } from '#contracts/refunds.ts'
import { openedShare } from '#domain/refunds/describe-refund.ts'

/** How much of the course was opened, against the limit of the policy, and whether a template was taken. */
export function RefundMeter({ view: { meter, firstDownloadAt } }: { view: RefundView }) {
	const { opened, total, limitPercent } = meter
	return (
		<div className="grid gap-3">
			<p className="tabular-nums">
				You have opened{' '}
				<strong>
					{opened} of {total} sections: {openedShare(opened, total)}%
				</strong>{' '}
				since you paid. The limit is {limitPercent}%, and what you read before does not count.
			</p>
			<ProgressBar label="Sections opened since you paid" value={opened} max={Math.max(total, 1)} />
			<p>
				{firstDownloadAt === null
					? 'No paid template was downloaded with this order.'
					: `A paid template was first downloaded on ${formatUtcDay(firstDownloadAt)}.`}
			</p>
		</div>
	)
}
