import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { type Column, DataTable } from '#app/admin/ui/data-table.tsx'
import { FilterForm } from '#app/admin/ui/filter-form.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Menu, MENU_ITEM_CLASSES, useClosing } from '#app/admin/ui/menu.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
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
		cell: ({ state, isOriginNew, isOff }) => (
			<>
				{isOff && <StateBadge word="off" />}{' '}
				{isOff && state !== 'draft' ? null : state === 'original' ? (
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

type CountedProps = { name: string; count: number; isOpen: boolean; children: ReactNode }

const Counted = ({ name, count, isOpen, children }: CountedProps) => (
	<Disclosure
		open={isOpen}
		summary={
			<span>
				{name} <span className="font-normal text-soft">({count})</span>
			</span>
		}
	>
		{children}
	</Disclosure>
)

const Group = ({ group: { name, files }, isOpen }: { group: Group; isOpen: boolean }) => (
	<Counted name={name} count={files.length} isOpen={isOpen}>
		<div className="max-md:[&_[data-label=Address]]:basis-full md:[&_table]:table-fixed md:[&_th:nth-child(-n+2)]:w-[36%]">
			<DataTable caption={name} rows={files} rowKey={({ path }) => path} columns={COLUMNS} />
		</div>
	</Counted>
)

const isOfCourse = ({ name }: Group) => /^(?:Course|Module \d+|Career tracks)$/.test(name)

/** Lists groups of texts, those of courses within one. */
function Groups({ groups, isFiltered }: { groups: readonly Group[]; isFiltered: boolean }) {
	const [ofCourse, others] = [groups.filter(isOfCourse), groups.filter((group) => !isOfCourse(group))]
	const show = (each: readonly Group[]) =>
		each.map((group) => <Group key={group.name} group={group} isOpen={isFiltered || group.name === groups[0]?.name} />)
	return (
		<div>
			{show(others)}
			{ofCourse.length > 0 && (
				<Counted
					name="Lessons and modules"
					count={ofCourse.reduce((sum, { files }) => sum + files.length, 0)}
					isOpen={isFiltered || others.length === 0}
				>
					<p>
						The <Link to={consolePaths.course}>Course</Link> page shows them as an outline.
					</p>
					<div className="ps-4">{show(ofCourse)}</div>
				</Counted>
			)}
		</div>
	)
}

type DeletedProps = { deleted: Awaited<ReturnType<typeof loader>>['deleted']; isOpen: boolean }

/** Lists deleted pages and articles. Restoring one saves its last text as a draft. */
const Deleted = ({ deleted, isOpen }: DeletedProps) => (
	<Counted name="Deleted" count={deleted.length} isOpen={isOpen}>
		<DataTable
			caption="Deleted"
			rows={deleted}
			rowKey={({ path }) => path}
			columns={[
				{ head: 'Name', card: 'title', cell: ({ path, title }) => <Link to={fileAddress(path)}>{title}</Link> },
				{
					head: 'Status',
					card: 'plain',
					cell: ({ isDraft }) =>
						isDraft ? <StateBadge word="deleted in a draft" tone="warn" /> : <span className="text-soft">Deleted</span>,
				},
				{ head: 'Deleted', card: 'plain', cell: ({ deletedAt }) => <Time at={deletedAt} /> },
				{
					head: 'Restore',
					card: 'end',
					cell: ({ path, title, restore }) => (
						<ActionForm {...restore} id={path} label="Restore" labelOf={title} tone="secondary" isInline />
					),
				},
			]}
		/>
	</Counted>
)

const NEW = [
	['article', 'New article'],
	['page', 'New page'],
	['lesson', 'New lesson'],
	['offer', 'New offer'],
] as const

export default function FilesPage() {
	const { q, state, drafts, groups, deleted } = useLoaderData<typeof loader>()
	const menu = useClosing('')
	return (
		<Page
			title="Pages & articles"
			beside={
				<>
					<LinkButton to={consolePaths.contentPublish} variant="secondary">
						{drafts === 0 ? 'Publish' : `Review ${countNoun(drafts, 'unpublished change')}`}
					</LinkButton>
					<div ref={menu} className="relative">
						<Menu summary="New" isAction>
							{NEW.map(([kind, label]) => (
								<Link key={kind} to={`${consolePaths.contentBegin}/${kind}`} className={MENU_ITEM_CLASSES}>
									{label}
								</Link>
							))}
						</Menu>
					</div>
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
			{groups.length === 0 && deleted.length === 0 && (
				<p className="empty">{q === '' && state === 'draft' ? 'No drafts. Everything you saved is published.' : 'No results.'}</p>
			)}
			<Groups key={`${q} ${state}`} groups={groups} isFiltered={q !== '' || state !== null} />
			{deleted.length > 0 && <Deleted deleted={deleted} isOpen={q !== ''} />}
		</Page>
	)
}
