import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSms } from '#server/console/messages/read-messages.ts'

import { MessageTabs } from './message-parts.tsx'

export const loader = createLoader(readSms)

const toneOf = (status: string) => (/^(?:failed|undelivered|unknown)$/.test(status) ? 'bad' : 'calm')

export default function TextsPage() {
	const { texts, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Text messages" heading="Email log">
			<MessageTabs />
			<ListTable
				{...list}
				caption="Text messages"
				what="texts"
				rows={texts}
				rowKey={({ id }) => id}
				empty="No text messages yet."
				columns={[
					{ head: 'When', sort: '-created', card: 'plain', cell: (text) => <Time at={text.created_at} /> },
					{
						head: 'To',
						card: 'title',
						cell: (text) => (
							<>
								<Link to={`${consolePaths.learners}/${text.user_id}`}>{text.to_phone}</Link> {text.country}
							</>
						),
					},
					{ head: 'Kind', card: 'none', cell: ({ kind }) => kind.replaceAll('_', ' ') },
					{ head: 'Status', name: 'state', card: 'end', cell: ({ status }) => <StateBadge word={status} tone={toneOf(status)} /> },
					{ head: 'Attempts', card: 'none', cell: ({ attempts }) => attempts },
					{ head: 'Error', cell: (text) => text.error_code ?? '–' },
				]}
			/>
		</Page>
	)
}
