import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { readActions } from '#server/console/record/read-actions.ts'

export const loader = load(readActions)

function Value({ json }: { json: string | null }) {
	if (json === null) return '–'
	return (
		<Disclosure summary={<span className="whitespace-nowrap">Show</span>}>
			<code>{json}</code>
		</Disclosure>
	)
}

export default function ActivityLogPage() {
	const { view, actions, sort, next } = useLoaderData<typeof loader>()
	return (
		<Page title="Activity log">
			<p>
				Every change made in this console, with its reason. Entries cannot be changed or deleted; deleting a person’s data removes what was
				written about them.
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
					{ head: 'Action', card: 'title', cell: ({ action }) => action.replaceAll('_', ' ') },
					{ head: 'Object', card: 'none', cell: ({ object_kind: kind, object_id: id }) => `${kind} ${id}` },
					{ head: 'Reason', card: 'none', cell: ({ reason }) => reason ?? '–' },
					{ head: 'Before', card: 'none', cell: ({ before }) => <Value json={before} /> },
					{ head: 'After', card: 'none', cell: ({ after }) => <Value json={after} /> },
				]}
			/>
		</Page>
	)
}
