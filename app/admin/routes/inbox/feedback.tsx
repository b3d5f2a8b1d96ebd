import { useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Pager } from '#app/admin/ui/pager.tsx'
import { readFeedback } from '#server/console/inbox/read-leads.ts'

import { InboxTabs } from './inbox-tabs.tsx'

export const loader = load(readFeedback)

export default function FeedbackPage() {
	const { feedback, next } = useLoaderData<typeof loader>()
	return (
		<Page title="Feedback">
			<InboxTabs />
			<DataTable
				caption="Feedback"
				rows={feedback}
				rowKey={({ id }) => id}
				empty="No feedback yet."
				columns={[
					{ head: 'Module', cell: ({ module_id: module }) => module },
					{ head: 'Helpful', cell: ({ is_helpful: is }) => <StateBadge word={is ? 'yes' : 'no'} tone={is ? 'good' : 'warn'} /> },
					{ head: 'Suggestion', cell: ({ suggestion }) => suggestion ?? '–' },
					{ head: 'From', cell: ({ email }) => email ?? 'a visitor' },
					{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
				]}
			/>
			<Pager next={next} />
		</Page>
	)
}
