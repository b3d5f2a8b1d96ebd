import { Link } from 'react-router'

import { paths } from '#contracts/paths.ts'

import { formatGoal, formatEveningTime, thisWeekOf } from './pledge-words.ts'
import { usePledge } from './use-pledge.ts'

/** Renders nothing if the request fails; the pledge's page shows the error. */
export function PledgeCard({ userId }: { userId: string }) {
	const { data, isPending } = usePledge(userId)
	if (isPending) return <div className="min-h-32" />
	if (!data) return null
	const { pledge } = data
	return (
		<section aria-labelledby="pledge" className="grid gap-3">
			<h2 id="pledge">Your pledge</h2>
			{pledge ? (
				<>
					<p className="text-2xl font-semibold">{formatGoal(thisWeekOf(pledge), pledge.weeklyGoal)}</p>
					<p>The next evening is {formatEveningTime(pledge.nextEveningAt, pledge.zone)}.</p>
				</>
			) : (
				<p className="max-w-read">Pick evenings for the course. We’ll add lessons to your calendar.</p>
			)}
			<p>
				<Link className="link inline-flex min-h-11 items-center" to={paths.pledge}>
					{pledge ? 'See your evenings' : 'Pick your evenings'}
				</Link>
			</p>
		</section>
	)
}
