import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLetters } from '#server/console/letters/read-letters.ts'

import { LetterTabs } from './letter-tabs.tsx'
import { toneOfLetter } from './tone-of-letter.ts'

export const loader = load(readLetters)

const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export default function LettersPage() {
	const { view, letters, sort, next, hours, perHour } = useLoaderData<typeof loader>()
	return (
		<Page title="Emails">
			<LetterTabs />
			<p>
				{`Emails go to subscribers who agreed to them, at most one a week, between ${formatHour(hours.first)} and ${formatHour(hours.last)} New York time, up to ${perHour.toLocaleString('en-US')} an hour. New articles are emailed automatically.`}
			</p>
			<p>
				<LinkButton to={`${consolePaths.letters}/new`}>New email</LinkButton>
			</p>
			<ListTable
				caption="Emails"
				what="emails"
				view={view}
				next={next}
				rows={letters}
				rowKey={({ id }) => id}
				empty="No emails yet."
				sort={sort}
				columns={[
					{ head: 'Subject', card: 'title', cell: ({ id, subject }) => <Link to={`${consolePaths.letters}/${id}`}>{subject}</Link> },
					{ head: 'State', card: 'end', cell: ({ state }) => <StateBadge word={state} tone={toneOfLetter(state)} /> },
					{ head: 'Starts', card: 'plain', cell: ({ starts_at: at }) => <Time at={at} /> },
					{ head: 'Queued', cell: ({ queued }) => queued },
					{ head: 'Created', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Time at={at} /> },
				]}
			/>
		</Page>
	)
}
