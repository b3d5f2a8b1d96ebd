import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readFeedback } from '#server/console/inbox/read-leads.ts'

import { InboxTabs } from './inbox-parts.tsx'

export const loader = createLoader(readFeedback)

export default function FeedbackPage() {
	const { feedback, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Feedback" heading="Inbox">
			<InboxTabs />
			<ListTable
				{...list}
				caption="Feedback"
				what="responses"
				rows={feedback}
				rowKey={({ id }) => id}
				empty="No feedback yet."
				columns={[
					{ head: 'Module', card: 'title', cell: ({ module }) => module },
					{
						head: 'Helpful',
						card: 'end',
						cell: ({ is_helpful: is }) => <StateBadge word={is ? 'yes' : 'no'} tone={is ? 'good' : 'warn'} />,
					},
					{ head: 'Suggestion', card: 'plain', cell: ({ suggestion }) => suggestion ?? '–' },
					{
						head: 'From',
						card: 'plain',
						cell: ({ user_id: id, email }) =>
							id === null ? 'a visitor' : <Link to={`${consolePaths.learners}/${id}`}>{email ?? 'Show learner'}</Link>,
					},
					{ head: 'When', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Time at={at} /> },
				]}
			/>
		</Page>
	)
}
