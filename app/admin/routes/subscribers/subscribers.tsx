import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Comparison } from '#app/admin/ui/comparison.tsx'
import { EmailAddress, Fact, Facts, formatCounted, isCountCapped, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { readSubscribers } from '#server/console/subscribers/subscribers.ts'

import { ConsentTime, describeMissingConsent, SubscriptionState } from './subscription-words.tsx'

export const loader = createLoader(readSubscribers)

type Subscribers = Awaited<ReturnType<typeof loader>>

const toFilter = ({ filters, states, choices }: Pick<Subscribers, 'filters' | 'states' | 'choices'>) => ({
	action: consolePaths.subscribers,
	label: 'Subscribers',
	search: { label: 'Email, last name or domain' },
	filters: [
		{ name: 'state', label: 'Status', options: states.map((state) => [state, state] as const) },
		...choices.map(({ name, label, options }) => ({ name, label, options })),
		{ name: 'count', label: 'Show total' },
	],
	// A search ignores the filters for status and segment.
	taken: filters.typed === '' ? { state: filters.state, count: filters.isCounted, ...filters.segment } : { q: filters.typed },
})

function sayNone({ filters: { typed, state, segment }, next, isOperator }: Subscribers) {
	if (typed !== '') return 'No subscribers match.'
	if (next === null && state === '' && Object.values(segment).every((each) => each === ''))
		return (
			<>
				{'No subscribers yet. People subscribe with '}
				<a href={`${paths.blog}#newsletter`}>the form on your blog</a>
				{', a pop-up on your site, or their account settings. Each has to confirm by email, except in the settings.'}
				{isOperator && ' You can add or import them, too.'}
			</>
		)
	return next === null ? 'No subscribers here.' : 'None of the newest match. Older ones may match.'
}

type GrowthProps = NonNullable<Subscribers['growth']>

/** A count with its change from the period before. Counts over the limit can't be compared. */
const Counted = ({ of: { now, before }, what, isFallGood = false }: { of: GrowthProps['began']; what: string; isFallGood?: boolean }) => (
	<li>
		<strong>{formatCounted(now)}</strong> {what}{' '}
		{before !== null && !isCountCapped(now) && !isCountCapped(before) && (
			<Comparison now={now} before={before} currency={null} isFallGood={isFallGood} />
		)}
	</li>
)

/** Figures of the whole list: subscribers now, and those who came and left in the last days. */
const Growth = ({ confirmed, days, began, ended }: GrowthProps) => (
	<ul aria-label="Growth" className="flex list-none flex-wrap gap-x-6 gap-y-1">
		<Counted of={{ now: confirmed, before: null }} what="confirmed" />
		<Counted of={began} what={`new in ${days} days`} />
		<Counted of={ended} what={`unsubscribed in ${days} days`} isFallGood />
	</ul>
)

export default function SubscribersPage() {
	const shown = useLoaderData<typeof loader>()
	const { view, filters, states, choices, subscribers, sort, next, total, counts, growth, isOperator } = shown
	return (
		<Page
			title="Subscribers"
			beside={
				isOperator && (
					<>
						<LinkButton to={consolePaths.imports} variant="secondary">
							Import subscribers
						</LinkButton>
						<LinkButton to={consolePaths.addSubscriber}>Add subscriber</LinkButton>
					</>
				)
			}
		>
			{growth !== null && (subscribers.length > 0 || next !== null) && <Growth {...growth} />}
			{counts && (
				<Facts>
					{states.map((state) => (
						<Fact key={state} name={state}>
							{counts[state]}
						</Fact>
					))}
				</Facts>
			)}
			<ListTable
				filter={toFilter({ filters, states, choices })}
				caption="Subscribers"
				what="subscribers"
				view={view}
				next={next}
				total={total}
				rows={subscribers}
				rowKey={({ id }) => id}
				nameRow={({ email }) => email}
				empty={sayNone(shown)}
				sort={sort}
				note="Every address in this list, with the columns, filters and order shown, plus proof of consent."
				columns={[
					{
						head: 'Address',
						sort: 'email',
						card: 'title',
						cell: ({ id, email }) => (
							<div className="md:min-w-44">
								<Link to={`${consolePaths.subscribers}/${id}`}>
									<EmailAddress email={email} />
								</Link>
							</div>
						),
					},
					{ head: 'Status', name: 'state', card: 'end', cell: (row) => <SubscriptionState {...row} />, note: describeMissingConsent },
					{ head: 'Requested', card: 'none', cell: ({ requested }) => <ConsentTime at={requested} /> },
					{ head: 'Source', card: 'plain', cell: ({ source }) => source },
					{ head: 'Confirmed', card: 'none', cell: ({ confirmed }) => (confirmed === null ? '–' : <ConsentTime at={confirmed} />) },
					{ head: 'Added', sort: '-added', card: 'none', cell: ({ addedAt }) => <Time at={addedAt} /> },
				]}
			/>
		</Page>
	)
}
