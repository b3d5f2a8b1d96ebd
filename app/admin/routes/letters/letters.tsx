import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Pager } from '#app/admin/ui/pager.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readLetters } from '#server/console/letters/read-letters.ts'

import { LetterTabs } from './letter-tabs.tsx'
import { toneOfLetter } from './tone-of-letter.ts'

export const loader = load(readLetters)

const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export default function LettersPage() {
	const { letters, next, hours, perHour } = useLoaderData<typeof loader>()
	return (
		<Page title="Emails">
			<LetterTabs />
			<p>
				{`Emails go to subscribers who agreed to them, at most one a week, between ${formatHour(hours.first)} and ${formatHour(hours.last)} New York time, up to ${perHour.toLocaleString('en-US')} an hour. New articles are emailed automatically.`}
			</p>
			<p>
				<LinkButton to={`${consolePaths.letters}/new`}>New email</LinkButton>
			</p>
			<DataTable
				caption="Emails"
				rows={letters}
				rowKey={({ id }) => id}
				empty="No emails yet."
				columns={[
					{ head: 'Subject', cell: ({ id, subject }) => <Link to={`${consolePaths.letters}/${id}`}>{subject}</Link> },
					{ head: 'State', cell: ({ state }) => <StateBadge word={state} tone={toneOfLetter(state)} /> },
					{ head: 'Starts', cell: ({ starts_at: at }) => <Time at={at} /> },
					{ head: 'Queued', cell: ({ queued }) => queued },
				]}
			/>
			<Pager next={next} />
		</Page>
	)
}
