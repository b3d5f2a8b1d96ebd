import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { DateFields, FilterForm } from '#app/admin/ui/filter-form.tsx'
import { Address, Time } from '#app/admin/ui/format.tsx'
import { ListTable, Pager } from '#app/admin/ui/list-table.tsx'
import { Page, PageTabs, useConsole } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLearners } from '#server/console/learners/read-learners.ts'

import { LEARNER_COLUMNS, LearnerEmail, LearnerName, progressColumns, sayProgress } from './learner-table.tsx'

const STALLED = `${consolePaths.learners}?show=stalled`

export const loader = load(readLearners)

type Learners = Awaited<ReturnType<typeof loader>>

type Listed = Exclude<Learners, { days: number }>

const Filter = ({ typed, filters, courses, products, states, isRefused }: Listed) => (
	<FilterForm
		action={consolePaths.learners}
		label="Learners"
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
		<Search typed={typed} />
	</FilterForm>
)

const Search = ({ typed }: { typed: string }) => (
	<TextField name="q" type="search" label="Email, name, phone or ID" defaultValue={typed} maxLength={320} autoComplete="off" />
)

const Stalled = ({ stalled, days, lessons, typed, next }: Extract<Learners, { days: number }>) => (
	<>
		<p>{`Paid, no certificate yet, and no activity for ${days} days. Newest access first.`}</p>
		<FilterForm key={typed} action={STALLED} label="Stalled learners" taken={{ q: typed, show: 'stalled' }}>
			<input type="hidden" name="show" value="stalled" />
			<Search typed={typed} />
		</FilterForm>
		<DataTable
			caption="Stalled learners"
			rows={stalled}
			rowKey={({ id }) => id}
			empty={next === null ? 'No one has stalled.' : 'No one on this page has stalled. See older ones.'}
			columns={[
				{
					head: 'Learner',
					card: 'title',
					cell: ({ learner, email }) => (learner ? <LearnerName {...learner} /> : <Address email={email} />),
				},
				{
					head: 'Email',
					card: 'plain',
					cell: ({ learner, email }) => <LearnerEmail email={email} isTitle={(learner?.name ?? null) === null} />,
				},
				{ head: 'Access since', card: 'none', cell: ({ granted_at: at }) => <Time at={at} /> },
				{ head: 'Last activity', card: 'plain', cell: ({ moved_at: at }) => (at === null ? 'never' : <Time at={at} />) },
				{ head: 'Progress', card: 'plain', cell: ({ learner }) => sayProgress(learner?.finished ?? 0, lessons) },
			]}
		/>
	</>
)

function describeEmpty({ typed, filters, next }: Listed) {
	if (typed !== '') return 'No learners match. Try the start of an email address or name.'
	if (next !== null) return 'No learners on this page match. See the next page.'
	return Object.values(filters).every((value) => value === '') ? 'No accounts yet.' : 'No learners match.'
}

export default function LearnersPage() {
	const found = useLoaderData<typeof loader>()
	const { role } = useConsole()
	const isStalled = 'days' in found
	const tabs = [
		{ label: 'All', href: consolePaths.learners, isCurrent: !isStalled },
		{ label: 'Stalled', href: STALLED, isCurrent: isStalled },
	]
	return (
		<Page title={isStalled ? 'Stalled learners' : 'Learners'}>
			{role === 'operator' && (
				<p className="flex flex-wrap gap-3">
					<LinkButton to={consolePaths.addLearner}>Add learner</LinkButton>
					<LinkButton to={consolePaths.learnerImports} variant="secondary">
						Import learners
					</LinkButton>
				</p>
			)}
			<PageTabs label="Learners" tabs={tabs} />
			{isStalled ? (
				<Stalled {...found} />
			) : (
				<>
					<Filter key={JSON.stringify([found.typed, found.filters])} {...found} />
					<ListTable
						caption="Learners"
						what="learners"
						view={found.view}
						rows={found.learners}
						rowKey={({ id }) => id}
						nameRow={({ id, email, phone, name }) => name ?? email ?? phone ?? id.slice(-8)}
						sort={found.sort}
						next={found.next}
						columns={[...LEARNER_COLUMNS, ...progressColumns(found.lessons, found.filters.course === '')]}
						empty={describeEmpty(found)}
					/>
				</>
			)}
			{isStalled && <Pager next={found.next} />}
		</Page>
	)
}
