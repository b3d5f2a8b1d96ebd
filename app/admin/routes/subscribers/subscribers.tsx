import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { FilterForm } from '#app/admin/ui/filter-form.tsx'
import { Address, Fact, Facts, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { SegmentFields } from '#app/admin/ui/segment-fields.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { readSubscribers } from '#server/console/subscribers/subscribers.ts'

import { ConsentTime, sayNoNewsletters, SubscriptionState } from './subscription-words.tsx'

export const loader = load(readSubscribers)

type Subscribers = Awaited<ReturnType<typeof loader>>

const Filter = ({ filters, states, choices }: Pick<Subscribers, 'filters' | 'states' | 'choices'>) => (
	<FilterForm
		action={consolePaths.subscribers}
		label="Subscribers"
		isFolded
		// A search ignores the filters for status and segment.
		taken={filters.typed === '' ? { state: filters.state, count: filters.isCounted, ...filters.segment } : { q: filters.typed }}
		more={
			<>
				<Select id="subscribers-state" name="state" label="Status" defaultValue={filters.state}>
					<option value="">All</option>
					{states.map((state) => (
						<option key={state}>{state}</option>
					))}
				</Select>
				<SegmentFields choices={choices} chosen={filters.segment} />
				<Checkbox id="subscribers-count" name="count" value="1" defaultChecked={filters.isCounted} label="Show total" />
			</>
		}
	>
		<TextField
			id="subscribers-q"
			name="q"
			type="search"
			label="Email or last name"
			defaultValue={filters.typed}
			maxLength={320}
			autoComplete="off"
		/>
	</FilterForm>
)

function sayNone({ filters: { typed, state, segment }, next, isOperator }: Subscribers) {
	if (typed !== '') return 'No subscribers match.'
	if (next === null && state === '' && Object.values(segment).every((each) => each === ''))
		return (
			<>
				{'No subscribers yet. People subscribe with '}
				<a href={`${paths.blog}#newsletter`}>the form on your blog</a>
				{', a pop-up on your site, or their account settings. Each has to confirm by email, except in the settings.'}
				{isOperator && ' If you have a list, import it.'}
			</>
		)
	return next === null ? 'No subscribers here.' : 'None among the newest of these. Older ones may match.'
}

export default function SubscribersPage() {
	const shown = useLoaderData<typeof loader>()
	const { view, filters, states, choices, subscribers, sort, next, counts, isOperator } = shown
	return (
		<Page
			title="Subscribers"
			beside={
				isOperator && (
					<LinkButton to={consolePaths.imports} variant="secondary">
						Import subscribers
					</LinkButton>
				)
			}
		>
			<Filter key={JSON.stringify(filters)} filters={filters} states={states} choices={choices} />
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
				caption="Subscribers"
				what="subscribers"
				view={view}
				next={next}
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
									<Address email={email} />
								</Link>
							</div>
						),
					},
					{ head: 'Status', name: 'state', card: 'end', cell: (row) => <SubscriptionState {...row} />, note: sayNoNewsletters },
					{ head: 'Requested', card: 'none', cell: ({ requested }) => <ConsentTime requested={requested} /> },
					{ head: 'Source', card: 'plain', cell: ({ source }) => source },
					{ head: 'Confirmed', card: 'none', cell: ({ confirmedAt }) => (confirmedAt === null ? '–' : <Time at={confirmedAt} />) },
					{ head: 'Added', sort: '-added', card: 'none', cell: ({ addedAt }) => <Time at={addedAt} /> },
				]}
			/>
		</Page>
	)
}
