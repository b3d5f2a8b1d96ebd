import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { type Column, DataTable } from '#app/admin/ui/data-table.tsx'
import { FilterForm } from '#app/admin/ui/filter-form.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ActionMenu, MENU_ITEM_CLASSES, useClosing } from '#app/admin/ui/menu.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { readFilesPage } from '#server/console/content/read-files.ts'

export const loader = createLoader(readFilesPage)

type Group = Awaited<ReturnType<typeof loader>>['groups'][number]

const COLUMNS: readonly Column<Group['files'][number]>[] = [
	{
		head: 'Name',
		card: 'title',
		cell: ({ path, title }) => (
			<Link className="link" to={fileAddress(path)}>
				{title}
			</Link>
		),
	},
	{
		head: 'Address',
		card: 'plain',
		cell: ({ address }) => (address === null ? '–' : <a href={address}>{address}</a>),
	},
	{
		head: 'Status',
		card: 'end',
		cell: ({ state, isOriginNew }) => (
			<>
				{state === 'original' ? (
					<span className="text-soft">Published</span>
				) : (
					<StateBadge word={state} tone={state === 'draft' ? 'warn' : 'good'} />
				)}{' '}
				{isOriginNew && <StateBadge word="original changed" tone="warn" />}
			</>
		),
	},
	{ head: 'Last change', card: 'plain', cell: ({ changedAt }) => (changedAt === null ? '–' : <Time at={changedAt} />) },
]

const Group = ({ group: { name, files }, isOpen }: { group: Group; isOpen: boolean }) => (
	<details className="disclosure" open={isOpen}>
		<summary>
			<span>
				{name} <span className="font-normal text-soft">({files.length})</span>
			</span>
		</summary>
		<div className="max-md:[&_[data-label=Address]]:basis-full md:[&_table]:table-fixed md:[&_th:nth-child(-n+2)]:w-[36%]">
			<DataTable caption={name} rows={files} rowKey={({ path }) => path} columns={COLUMNS} />
		</div>
	</details>
)

export default function FilesPage() {
	const { q, state, drafts, groups } = useLoaderData<typeof loader>()
	const menu = useClosing('')
	return (
		<Page
			title="Pages & articles"
			beside={
				<>
					<div ref={menu}>
						<ActionMenu summary="More">
							<Link to={`${consolePaths.contentBegin}/lesson`} className={MENU_ITEM_CLASSES}>
								New lesson
							</Link>
							<Link to={`${consolePaths.contentBegin}/offer`} className={MENU_ITEM_CLASSES}>
								New offer
							</Link>
						</ActionMenu>
					</div>
					<LinkButton to={consolePaths.contentPublish} variant="secondary">
						{drafts === 0 ? 'Publish' : `Review ${drafts === 1 ? '1 unpublished change' : `${drafts} unpublished changes`}`}
					</LinkButton>
					<LinkButton to={`${consolePaths.contentBegin}/article`}>New article</LinkButton>
				</>
			}
		>
			<p>
				Everything you save stays a draft until you publish it. See your drafts in the{' '}
				<Link to={consolePaths.contentSite}>site preview</Link>. Every version stays in the history.
			</p>
			<FilterForm
				label="Texts"
				action={consolePaths.content}
				search={{ label: 'Name or content', maxLength: 200 }}
				filters={[
					{
						name: 'state',
						label: 'Status',
						options: [
							['draft', 'Drafts'],
							['published', 'Published changes'],
						],
					},
				]}
				taken={{ q, state }}
			/>
			<div>
				{groups.length === 0 && (
					<p className="empty">{q === '' && state === 'draft' ? 'No drafts. Everything you saved is published.' : 'No results.'}</p>
				)}
				{groups.map((group, index) => (
					<Group key={`${group.name} ${q} ${state}`} group={group} isOpen={q !== '' || state !== null || index === 0} />
				))}
			</div>
		</Page>
	)
}
