import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readIssues } from '#server/console/newsletter/read-issues.ts'

import { formatHour, NewsletterTabs, toneOfIssue } from './newsletter-parts.tsx'

export const loader = load(readIssues)

export default function IssuesPage() {
	const { view, issues, sort, next, total, hours, zoneName, perHour } = useLoaderData<typeof loader>()
	return (
		<Page title="Emails" beside={<LinkButton to={consolePaths.newIssue}>New email</LinkButton>}>
			<NewsletterTabs />
			<p>
				{`Emails go to subscribers who agreed to them, at most one a week, between ${formatHour(hours.first)} and ${formatHour(hours.last)}, ${zoneName}, up to ${perHour.toLocaleString('en-US')} an hour. New articles are emailed automatically.`}
			</p>
			<ListTable
				caption="Emails"
				what="emails"
				view={view}
				next={next}
				total={total}
				rows={issues}
				rowKey={({ id }) => id}
				empty="No emails yet."
				sort={sort}
				columns={[
					{
						head: 'Subject',
						card: 'title',
						cell: ({ id, subject }) => <Link to={`${consolePaths.newsletter}/${id}`}>{nameIssue(subject)}</Link>,
					},
					{ head: 'Status', name: 'state', card: 'end', cell: ({ state }) => <StateBadge word={state} tone={toneOfIssue(state)} /> },
					{ head: 'Send date', name: 'starts', card: 'plain', cell: ({ starts_at: at }) => (at === null ? '–' : <Time at={at} />) },
					{ head: 'Recipients', cell: ({ state, recipients }) => (state === 'draft' ? '–' : recipients) },
					{ head: 'Created', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Time at={at} /> },
				]}
			/>
		</Page>
	)
}
