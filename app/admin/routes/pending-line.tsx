import { Link } from 'react-router'

import { useConsole } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readToday } from '#server/console/today/read-today.ts'

const WORDS = {
	awaiting_transfer: ['order awaits a bank transfer', 'orders await a bank transfer'],
	declined: ['order has a declined payment', 'orders have a declined payment'],
} as const

/** Links to orders that await a bank transfer or whose payment was declined, and to drafts. */
export function PendingItemsLine({ pending }: Pick<Awaited<ReturnType<typeof readToday>>, 'pending'>) {
	const reasons = (['awaiting_transfer', 'declined'] as const).filter((reason) => pending[reason].count > 0)
	const drafts =
		useConsole()
			.navigation.flatMap(({ entries }) => entries)
			.find(({ href }) => href === consolePaths.contentPublish)?.open ?? 0
	if (reasons.length === 0 && drafts === 0) return null
	return (
		<ul className="flex flex-wrap gap-x-5">
			{reasons.map((reason) => {
				const { count, hasMore } = pending[reason]
				return (
					<li key={reason}>
						<Link to={`${consolePaths.orders}?state=${reason}`}>
							{`${count}${hasMore ? '+' : ''} ${WORDS[reason][count === 1 ? 0 : 1]}`}
						</Link>
					</li>
				)
			})}
			{drafts > 0 && (
				<li>
					<Link to={consolePaths.contentPublish}>{drafts === 1 ? '1 change to publish' : `${drafts} changes to publish`}</Link>
				</li>
			)}
		</ul>
	)
}
