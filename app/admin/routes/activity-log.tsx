import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readActions } from '#server/console/record/read-actions.ts'

export const loader = createLoader(readActions)

type Log = Awaited<ReturnType<typeof loader>>
type Entry = Log['actions'][number]

function What({ what, object }: Pick<Entry, 'what' | 'object'>) {
	if (object === null) return what
	return (
		<>
			{`${what}: `}
			{object.href === null ? object.name : <Link to={object.href}>{object.name}</Link>}
		</>
	)
}

function Changes({ changes }: Pick<Entry, 'changes'>) {
	if (changes.length === 0) return '–'
	return (
		<ul className="grid gap-1 md:min-w-44">
			{changes.map(({ name, before, after }) => (
				<li key={name}>{before === null ? `${name}: ${after}` : `${name}: from ${before} to ${after}`}</li>
			))}
		</ul>
	)
}

const toFilter = ({ typed, isRefused, choices }: Pick<Log, 'typed' | 'isRefused' | 'choices'>) => ({
	action: consolePaths.actions,
	label: 'Activity log',
	filters: [
		{ name: 'by', label: 'Person', options: choices.people },
		{ name: 'action', label: 'Action', options: choices.actions },
	],
	days: { isRefused },
	taken: typed,
})

export default function ActivityLogPage() {
	const { actions, typed, isRefused, choices, ...list } = useLoaderData<typeof loader>()
	const isFiltered = Object.values(typed).some((each) => each !== '')
	return (
		<Page title="Activity log">
			<p className="max-md:order-last">
				Every change made in this console, with its reason if one was required. Entries can’t be edited or deleted. When a person’s data is
				deleted, what entries say about them is removed.
			</p>
			<ListTable
				filter={toFilter({ typed, isRefused, choices })}
				{...list}
				caption="Activity log"
				what="entries"
				rows={actions}
				rowKey={({ id }) => id}
				empty={isFiltered ? 'No entries match.' : 'No activity yet.'}
				columns={[
					{ head: 'When', sort: '-created', card: 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
					{
						head: 'Who',
						card: 'plain',
						cell: ({ email, role }) => (
							<>
								<span className="block max-w-64 truncate md:max-w-48" title={email ?? undefined}>
									{email ?? 'a deleted account'}
								</span>
								<span className="text-soft">{` (${role})`}</span>
							</>
						),
					},
					{
						head: 'Action',
						card: 'title',
						cell: ({ what, object }) => (
							<div className="md:min-w-56">
								<What what={what} object={object} />
							</div>
						),
					},
					{ head: 'What changed', card: 'none', cell: ({ changes }) => <Changes changes={changes} /> },
					{ head: 'Reason', card: 'none', cell: ({ reason }) => (reason === null ? '–' : <div className="md:min-w-36">{reason}</div>) },
				]}
			/>
		</Page>
	)
}
