import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSuppressions } from '#server/console/messages/read-messages.ts'

import { MessageTabs } from './message-parts.tsx'

export const loader = load(readSuppressions)

export default function SuppressionsPage() {
	const { view, suppressions } = useLoaderData<typeof loader>()
	return (
		<Page title="Suppressed addresses">
			<MessageTabs />
			<p>
				{`Addresses are stored only as keyed hashes, so the list shows the mail that came back, for as long as it is kept: the newest ${view.pageRows}; the CSV has all.`}
			</p>
			<ListTable
				caption="Suppressed addresses"
				what="suppressed addresses"
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
						cell: ({ reason }) => (reason === 'complaint' ? 'reported as unwanted: no newsletter' : 'the mailbox does not exist: no mail'),
					},
					{
						head: 'Email',
						card: 'end',
						cell: (row) => (row.message_id === null ? '–' : <Link to={`${consolePaths.messages}/${row.message_id}`}>look</Link>),
					},
				]}
			/>
			<h2>Allow mail to an address again</h2>
			<ActionForm
				action={consolePaths.suppressions}
				label="Resume emails"
				fields={[
					{ name: 'email', label: 'Address', type: 'email', maxLength: 254 },
					{ name: 'reason', label: 'Reason', hint: 'For the record, without names.', maxLength: 300 },
				]}
				note="For the newsletter they still have to subscribe again."
			/>
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
