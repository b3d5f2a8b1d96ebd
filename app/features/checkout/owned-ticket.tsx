import { LinkButton } from '#app/ui/button.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'

/** Replaces the price for a learner who has paid. @param since RFC 3339 */
export function OwnedTicket({ since }: { since: string }) {
	return (
		<div className="mt-7 grid justify-items-start gap-5">
			<p className="text-2xl font-semibold">Yours since {formatLocalDay(since)}</p>
			<p>Every module, template and later update is open to you. There is nothing left to pay.</p>
			<LinkButton size="lg" to={paths.continueLearning}>
				Continue Learning
			</LinkButton>
			<LinkButton variant="quiet" to={paths.dashboard}>
				See your orders
			</LinkButton>
		</div>
	)
}
