import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSuppressions } from '#server/console/messages/read-messages.ts'

import { MessageTabs } from './message-parts.tsx'

export const loader = createLoader(readSuppressions)

export default function SuppressionsPage() {
	const { view, suppressions } = useLoaderData<typeof loader>()
	return (
		<Page title="Suppressed addresses" heading="Email log">
			<MessageTabs />
			<p>
				{`We don’t store these addresses in readable form. Each row shows the email that bounced, while we still have it. The list has the newest ${view.pageRows}; the CSV has all of them.`}
			</p>
			<ListTable
				caption="Suppressed addresses"
				view={view}
				next={null}
				rows={suppressions}
				rowKey={(row) => `${row.created_at.toISOString()} ${row.message_id}`}
				empty="No suppressed addresses."
				columns={[
					{ head: 'Since', card: 'title', cell: (row) => <Time at={row.created_at} /> },
					{
						head: 'Why',
						card: 'plain',
						cell: ({ reason }) => (reason === 'complaint' ? 'marked as spam: no newsletter' : 'mailbox doesn’t exist: no emails'),
					},
					{
						head: 'Email',
						card: 'end',
						cell: (row) => (row.message_id === null ? '–' : <Link to={`${consolePaths.messages}/${row.message_id}`}>Show email</Link>),
					},
				]}
			/>
			<h2>Resume emails to an address</h2>
			<ActionForm
				action={consolePaths.suppressions}
				label="Resume emails"
				fields={[
					{ name: 'email', label: 'Address', type: 'email', maxLength: 254 },
					{ name: 'reason', label: 'Reason', hint: 'Required. Kept in the activity log. Don’t include names.', maxLength: 300 },
				]}
				note="To get the newsletter, they have to subscribe again."
			/>
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
