import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { TagChoices } from '#app/admin/ui/tag-field.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLearners } from '#server/console/learners/read-learners.ts'

import { LEARNER_COLUMNS, progressColumns, TAGS_COLUMN } from './learner-table.tsx'

export const loader = createLoader(readLearners)

type Learners = Awaited<ReturnType<typeof loader>>

const toFilter = ({ typed, filters, courses, products, states, tags, isRefused }: Learners) => ({
	action: consolePaths.learners,
	label: 'Learners',
	search: { label: 'Email, name, phone or ID' },
	filters: [
		{
			name: 'access',
			label: 'Access',
			options: [
				['open', 'Has access'],
				['ending', 'Has access that ends'],
				['waiting', 'Has access, not signed in yet'],
				['ended', 'Access ended'],
				['none', 'Free lessons only'],
			] as const,
		},
		{ name: 'progress', label: 'Progress', options: states, tabs: ['none', 'stalled', 'done'] },
		...(courses.length > 1 ? [{ name: 'course', label: 'Course', options: courses.map(({ id, title }) => [id, title] as const) }] : []),
		...(products.length > 1
			? [{ name: 'product', label: 'Product', options: products.map(({ code, name }) => [code, name] as const) }]
			: []),
		...(tags.length > 0 || filters.tag !== ''
			? [{ name: 'tag', label: 'Tag', options: [...new Set([...tags, filters.tag])].filter(Boolean).map((tag) => [tag, tag] as const) }]
			: []),
		...(filters.job === '' ? [] : [{ name: 'job', label: 'Changed by', options: [[filters.job, 'one bulk action']] as const }]),
	],
	days: { isRefused, labels: ['Joined from', 'Joined through'] as const },
	taken: { q: typed, ...filters },
})

/**
 * Returns the query of a newsletter audience with the list's filters; null if an audience can't express them. An audience also matches
 * staff and buyers without an account.
 */
function audienceOf({ typed, filters: { progress, product, tag, ...others } }: Learners): string | null {
	const isSame = progress !== 'stalled' && typed === '' && Object.values(others).every((value) => value === '')
	if (!isSame || progress + product + tag === '') return null
	return new URLSearchParams({
		...(progress && { progress }),
		...(product && { bought: `yes:${product}` }),
		...(tag && { tag }),
	}).toString()
}

function describeEmpty({ typed, filters, next }: Learners) {
	const isFiltered = Object.values(filters).some((value) => value !== '')
	if (typed !== '' && isFiltered) return 'None of the first results matches the filters. Type more, or clear the filters.'
	if (typed !== '') return 'No learners match. Try a name, or the start, number or domain of an email address.'
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
				<p>{`Learners who have had access for ${found.days} days without being active, and have no certificate. Buyers without an account are on Today.`}</p>
			)}
			<TagChoices tags={found.tags} />
			<ListTable
				filter={toFilter(found)}
				caption="Learners"
				what="learners"
				view={found.view}
				rows={found.learners}
				rowKey={({ id }) => id}
				nameRow={({ id, email, phone, name }) => name ?? email ?? phone ?? id.slice(-8)}
				sort={found.sort}
				next={found.next}
				total={found.total}
				columns={[...LEARNER_COLUMNS, TAGS_COLUMN, ...progressColumns(found.lessons, found.filters.course === '')]}
				empty={describeEmpty(found)}
			/>
		</Page>
	)
}
