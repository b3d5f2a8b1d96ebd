import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Select } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readReleaseChanges } from '#server/console/content/read-release-changes.ts'

import { FileChanges } from './file-changes.tsx'

export const loader = createLoader(readReleaseChanges)

const nameOf = (number: number) => (number === 0 ? 'the original site' : `release ${number}`)

export default function ReleasesPage() {
	const { from, to, numbers, changes } = useLoaderData<typeof loader>()
	// Adds releases named in the URL that are too old to be listed.
	const listed = [...new Set([...numbers, from, to, 0])].toSorted((one, other) => other - one)
	const choose = (name: string, label: string, chosen: number) => (
		<Select
			id={name}
			name={name}
			label={label}
			defaultValue={String(chosen)}
			options={listed.map((number) => [String(number), number === 0 ? 'The original site' : `Release ${number}`])}
		/>
	)
	return (
		<Page title={`Changes from ${nameOf(from)} to ${nameOf(to)}`}>
			<p>
				<Link to={consolePaths.contentPublish}>All releases</Link>
			</p>
			<QueryForm key={`${from} ${to}`} action={consolePaths.contentReleases} button="Compare">
				{choose('from', 'From', from)}
				{choose('to', 'To', to)}
			</QueryForm>
			<FileChanges changes={changes} empty="No differences." />
		</Page>
	)
}
