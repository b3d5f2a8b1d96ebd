import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DateFields, FilterForm } from '#app/admin/ui/filter-form.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLearners } from '#server/console/learners/read-learners.ts'

import { LEARNER_COLUMNS, progressColumns } from './learner-table.tsx'

export const loader = load(readLearners)

type Learners = Awaited<ReturnType<typeof loader>>

const Filter = ({ typed, filters, courses, products, states, isRefused }: Learners) => (
	<FilterForm
		action={consolePaths.learners}
		label="Learners"
		isFolded
		taken={{ q: typed, ...filters }}
		more={
			<>
				<Select name="access" label="Access" defaultValue={filters.access}>
					<option value="">All</option>
					<option value="open">Open</option>
					<option value="waiting">Not signed in yet</option>
					<option value="none">No access</option>
				</Select>
				<Select name="progress" label="Progress" defaultValue={filters.progress} emptyLabel="All" options={states} />
				{courses.length > 1 && (
					<Select
						name="course"
						label="Course"
						defaultValue={filters.course}
						emptyLabel="All"
						options={courses.map(({ id, title }) => [id, title])}
					/>
				)}
				{products.length > 1 && (
					<Select
						name="product"
						label="Product"
						defaultValue={filters.product}
						emptyLabel="All"
						options={products.map(({ code, name }) => [code, name])}
					/>
				)}
				<DateFields from={filters.from} to={filters.to} isRefused={isRefused} labels={['Joined from', 'Joined through']} />
			</>
		}
	>
		<TextField name="q" type="search" label="Email, name, phone or ID" defaultValue={typed} maxLength={320} autoComplete="off" />
	</FilterForm>
)

/**
 * Returns the query of a newsletter audience with the list's filters; null if an audience can't have them. Unlike the list, it can have
 * staff, and buyers without an account.
 */
function audienceOf({ typed, filters: { progress, product, ...others } }: Learners): string | null {
	const isSame = progress !== 'stalled' && typed === '' && Object.values(others).every((value) => value === '')
	if (!isSame || progress + product === '') return null
	return new URLSearchParams({ ...(progress && { progress }), ...(product && { bought: `yes:${product}` }) }).toString()
}

function describeEmpty({ typed, filters, next }: Learners) {
	const isFiltered = Object.values(filters).some((value) => value !== '')
	if (typed !== '' && isFiltered) return 'None of the first results matches the filters. Type more, or clear the filters.'
	if (typed !== '') return 'No learners match. Try the start of an email address or name.'
	if (next !== null) return 'No learners on this page match. See the next page.'
	return isFiltered ? 'No learners match.' : 'No accounts yet.'
}

export default function LearnersPage() {
	const found = useLoaderData<typeof loader>()
	const { role } = useConsole()
	const audience = audienceOf(found)
	const isStalled = found.filters.progress === 'stalled'
	return (
		<Page
			title="Learners"
			beside={
				role === 'operator' && (
					<>
						{audience !== null && (
							<LinkButton to={`${consolePaths.newIssue}?${audience}`} variant="secondary">
								Write to matching subscribers
							</LinkButton>
						)}
						<LinkButton to={consolePaths.learnerImports} variant="secondary">
							Import learners
						</LinkButton>
						<LinkButton to={consolePaths.addLearner}>Add learner</LinkButton>
					</>
				)
			}
		>
			{isStalled && (
				<p>{`Access for ${found.days} days, not active in them, and no certificate. Buyers who have no account yet are on Today.`}</p>
			)}
			<Filter key={JSON.stringify([found.typed, found.filters])} {...found} />
			<ListTable
				caption="Learners"
				what="learners"
				view={found.view}
				views={{ Stalled: 'progress=stalled' }}
				rows={found.learners}
				rowKey={({ id }) => id}
				nameRow={({ id, email, phone, name }) => name ?? email ?? phone ?? id.slice(-8)}
				sort={found.sort}
				next={found.next}
				columns={[...LEARNER_COLUMNS, ...progressColumns(found.lessons, found.filters.course === '')]}
				empty={describeEmpty(found)}
			/>
		</Page>
	)
}
