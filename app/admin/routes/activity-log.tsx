import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { readActions } from '#server/console/record/read-actions.ts'

export const loader = load(readActions)

type Entry = Awaited<ReturnType<typeof loader>>['actions'][number]

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
		<ul className="grid gap-1">
			{changes.map(({ name, before, after }) => (
				<li key={name}>
					{before === null ? (
						`${name}: ${after}`
					) : (
						<>
							{`${name}: `}
							<del>{before}</del>
							{` → ${after}`}
						</>
					)}
				</li>
			))}
		</ul>
	)
}

export default function ActivityLogPage() {
	const { view, actions, sort, next } = useLoaderData<typeof loader>()
	return (
		<Page title="Activity log">
			<p>
				Every change made in this console, with the reason where one was asked for. Entries cannot be changed or deleted; deleting a
				person’s data removes what was written about them.
			</p>
			<ListTable
				caption="Activity log"
				what="entries"
				view={view}
				next={next}
				rows={actions}
				rowKey={({ id }) => id}
				empty="No activity yet."
				sort={sort}
				columns={[
					{ head: 'When', sort: '-created', card: 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
					{ head: 'Who', card: 'plain', cell: ({ email, role }) => `${email ?? 'a deleted account'} (${role})` },
					{ head: 'Action', card: 'title', cell: ({ what, object }) => <What what={what} object={object} /> },
					{ head: 'What changed', card: 'none', cell: ({ changes }) => <Changes changes={changes} /> },
					{ head: 'Reason', card: 'none', cell: ({ reason }) => reason ?? '–' },
					{
						head: 'Details',
						card: 'none',
						cell: ({ object_id: id }) => (
							<Disclosure summary={<span className="whitespace-nowrap">Show</span>}>
								<code>{`ID ${id}`}</code>
							</Disclosure>
						),
					},
				]}
			/>
		</Page>
	)
}
