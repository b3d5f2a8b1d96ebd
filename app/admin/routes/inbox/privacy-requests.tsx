import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { formatRelativeTime, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readPrivacyRequests } from '#server/console/inbox/read-privacy-requests.ts'

import { InboxTabs } from './inbox-parts.tsx'

export const loader = createLoader(readPrivacyRequests)

export default function PrivacyRequestsPage() {
	const { requests, most, now } = useLoaderData<typeof loader>()
	return (
		<Page title="Privacy requests" heading="Inbox">
			<InboxTabs />
			<p>
				Data copies and deletions that people requested, or that you requested for them. Both happen automatically; look into any that are
				overdue. Until a deletion happens, you can cancel it, and so can the owner by signing in. Questions about privacy arrive as tickets.
				For an address without an account, data is deleted immediately.
			</p>
			<div>
				<ConfirmForm
					action={`${consolePaths.privacy}/erase`}
					label="Delete data by email address"
					title="Delete all data of this email address?"
					fields={[{ name: 'email', label: 'Email', type: 'email', maxLength: 320 }]}
					consequences={[
						['Deleted now', 'Everything stored under this address, such as messages, subscriptions and quiz results.'],
						['The owner loses', 'Access to everything bought with this address. Orders that await a bank transfer are canceled.'],
						['Kept', 'Invoices with the buyer’s name and address, and order amounts without them, as tax law requires.'],
						['Before you do this', 'Make sure that the owner of the address asked for it.'],
					]}
					isFinal
				/>
			</div>
			<DataTable
				caption="Privacy requests"
				rows={requests}
				rowKey={({ id }) => id}
				empty="No privacy requests are waiting."
				columns={[
					{ head: 'Request', cell: ({ kind }) => (kind === 'erase' ? 'deletion' : 'copy of the data') },
					{
						head: 'By',
						cell: ({ user_id: id, email }) =>
							id === null ? (
								'an address without an account'
							) : (
								<Link to={`${consolePaths.learners}/${id}`}>{email ?? 'an account without an email address'}</Link>
							),
					},
					{ head: 'Requested', cell: ({ asked_at: at }) => <Time at={at} /> },
					{ head: 'Due', cell: ({ due_at: at }) => <StateBadge word={formatRelativeTime(at, now)} tone={at <= now ? 'bad' : 'calm'} /> },
					{
						head: 'Deletion on',
						cell: ({ erases_at: at }) => (
							<>
								<Time at={at} />
								{at !== null && ` (${formatRelativeTime(at, now)})`}
							</>
						),
					},
					{
						head: 'Undo',
						cell: ({ kind, user_id: id }) =>
							kind === 'erase' && id !== null ? (
								<ConfirmForm
									action={`${consolePaths.learners}/${id}/keep`}
									label="Keep the account"
									cancelLabel="Go back"
									title="Keep this account?"
									tone="primary"
									consequences={[['What happens', 'The account stays, and we email its owner.']]}
								/>
							) : (
								'–'
							),
					},
				]}
			/>
			{requests.length === most && <p className="text-soft">{`Showing the ${most} that are due first.`}</p>}
		</Page>
	)
}
