import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { QueryForm } from '#app/admin/ui/filter-form.tsx'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readFiles } from '#server/console/content/read-files.ts'

import { FileList } from './file-list.tsx'

export const loader = load(readFiles)

type Group = Awaited<ReturnType<typeof loader>>['groups'][number]

const Group = ({ group: { name, files }, isOpen }: { group: Group; isOpen: boolean }) => (
	<details className="disclosure" open={isOpen}>
		<summary>
			<span>
				{name} <span className="font-normal text-soft">({files.length})</span>
			</span>
		</summary>
		<div>
			<FileList files={files}>
				{({ state, isOriginNew }) => (
					<>
						{state && <StateBadge word={state} tone={state === 'draft' ? 'warn' : 'good'} />}
						{isOriginNew && <StateBadge word="original changed" tone="warn" />}
					</>
				)}
			</FileList>
		</div>
	</details>
)

export default function FilesPage() {
	const { q, drafts, groups } = useLoaderData<typeof loader>()
	return (
		<Page title="Pages & articles">
			<p>
				Everything you save stays a draft until you publish it. See your drafts in the{' '}
				<Link to={consolePaths.contentSite}>site preview</Link>. Every version stays in the history.
			</p>
			<div className="flex flex-wrap gap-3">
				<LinkButton to={consolePaths.contentPublish} variant={drafts > 0 ? 'primary' : 'secondary'}>
					{drafts === 0 ? 'Publish' : `Review ${drafts === 1 ? '1 unpublished change' : `${drafts} unpublished changes`}`}
				</LinkButton>
				<LinkButton to={`${consolePaths.contentBegin}/article`} variant="secondary">
					New article
				</LinkButton>
				<LinkButton to={`${consolePaths.contentBegin}/lesson`} variant="secondary">
					New lesson
				</LinkButton>
				<LinkButton to={`${consolePaths.contentBegin}/offer`} variant="secondary">
					New offer
				</LinkButton>
			</div>
			<QueryForm key={q} role="search" aria-label="Texts" action={consolePaths.content} button="Find">
				<TextField id="q" name="q" type="search" label="Search by name or content" maxLength={200} defaultValue={q} />
			</QueryForm>
			<div>
				{groups.length === 0 && <p className="empty">No results.</p>}
				{groups.map((group, index) => (
					<Group key={`${group.name} ${q}`} group={group} isOpen={q !== '' || index === 0} />
				))}
			</div>
		</Page>
	)
}
