import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page, useConsole } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readEarlyAccess } from '#server/console/inbox/read-leads.ts'

import { InboxTabs } from './inbox-parts.tsx'

export const loader = createLoader(readEarlyAccess)

type ModuleRequests = Awaited<ReturnType<typeof loader>>['modules'][number]

const countPeople = (count: number) => countNoun(count, 'person', 'people')

function AnnounceForm({ module: { moduleId, title, waiting } }: { module: ModuleRequests }) {
	const { role } = useConsole()
	if (title === null) return 'No lessons yet'
	if (waiting === 0 || role !== 'operator') return '–'
	return (
		<div className="-my-1">
			<ConfirmForm
				action={`${consolePaths.earlyAccess}/${moduleId}`}
				opener="Email them"
				title={`Email ${countPeople(waiting)} about “${title}”?`}
				label={`Email ${countPeople(waiting)}`}
				hidden={{ count: String(waiting) }}
				consequences={[
					[
						'What happens',
						'Each person gets one email saying that the module is open. Emails go out in the daytime and can’t be recalled.',
					],
				]}
				hasReason={false}
				tone="primary"
				isFinal
			/>
		</div>
	)
}

export default function EarlyAccessPage() {
	const { modules, requests, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Early access" heading="Inbox">
			<InboxTabs />
			<DataTable
				caption="Modules people are waiting for"
				rows={modules}
				rowKey={({ moduleId }) => String(moduleId)}
				empty="No one is waiting for a module."
				columns={[
					{ head: 'Module', cell: ({ moduleId, title }) => (title === null ? `${moduleId}` : `${moduleId}: ${title}`) },
					{ head: 'Waiting', cell: ({ waiting }) => waiting },
					{ head: 'Emails queued', cell: ({ due }) => due },
					{ head: 'Announce', cell: (module) => <AnnounceForm module={module} /> },
				]}
			/>
			<h2>Requests</h2>
			<ListTable
				{...list}
				caption="Requests"
				rows={requests}
				rowKey={({ id }) => id}
				empty="No requests yet."
				columns={[
					{ head: 'Email', card: 'title', cell: ({ email }) => email },
					{ head: 'Module', card: 'end', cell: ({ module_id: module }) => module },
					{ head: 'Has account', card: 'none', cell: ({ has_account: has }) => (has ? 'yes' : 'no') },
					{ head: 'Requested', sort: '-created', card: 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
					{
						head: 'Emailed',
						card: 'none',
						cell: ({ notified_at: told, due_at: due }) => (told === null && due !== null ? 'queued' : <Time at={told} />),
					},
				]}
			/>
		</Page>
	)
}
