import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { formatCounted, isCountCapped, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatHour } from '#domain/clock/format-hour.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readIssues } from '#server/console/newsletter/read-issues.ts'

import { NewsletterTabs, toneOfIssue } from './newsletter-parts.tsx'

export const loader = createLoader(readIssues)

type Issue = Awaited<ReturnType<typeof loader>>['issues'][number]

const isOver = ({ state }: Issue) => state === 'sent' || state === 'stopped'

/** Says how many recipients got an email. While some are waiting, or if too many failed to count, says how many it is addressed to. */
function describeResult(issue: Issue): string {
	const { state, recipients, result } = issue
	if (state === 'draft') return '–'
	const { failed, heldBack, waiting } = result ?? { failed: 0, heldBack: 0, waiting: 0 }
	const isKnown = result !== null && isOver(issue) && waiting === 0 && !isCountCapped(failed) && !isCountCapped(heldBack)
	return isKnown ? `Sent to ${(recipients - failed - heldBack).toLocaleString('en-US')}` : `To ${recipients.toLocaleString('en-US')}`
}

/** Says how many recipients didn't get an email, and why. */
function describeRest({ skipped, result }: Issue): string | undefined {
	const { failed, heldBack, waiting } = result ?? { failed: 0, heldBack: 0, waiting: 0 }
	const parts = [
		[waiting, 'left to send'],
		[failed, 'failed'],
		[heldBack, 'held back'],
		[skipped, 'had another email that week'],
	] as const
	const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCounted(count)} ${what}`)
	return words.length === 0 ? undefined : words.join(', ')
}

export default function IssuesPage() {
	const { view, typed, issues, sort, next, total, hours, zoneName } = useLoaderData<typeof loader>()
	return (
		<Page title="Emails" beside={<LinkButton to={consolePaths.newIssue}>New email</LinkButton>}>
			<NewsletterTabs />
			<p>
				{`Sent only to people who agreed, once a week at most, between ${formatHour(hours.first)} and ${formatHour(hours.last)} (${zoneName}).`}
			</p>
			<ListTable
				filter={{
					action: consolePaths.newsletter,
					label: 'Emails',
					search: { label: 'Subject or text' },
					taken: typed === '' ? {} : { q: typed },
				}}
				caption="Emails"
				what="emails"
				view={view}
				next={next}
				total={total}
				rows={issues}
				rowKey={({ id }) => id}
				empty={typed === '' ? 'No emails yet.' : 'No emails match.'}
				sort={sort}
				columns={[
					{
						head: 'Subject',
						card: 'title',
						cell: ({ id, subject }) => <Link to={`${consolePaths.newsletter}/${id}`}>{nameIssue(subject)}</Link>,
					},
					{ head: 'Status', name: 'state', card: 'end', cell: ({ state }) => <StateBadge word={state} tone={toneOfIssue(state)} /> },
					{ head: 'Send date', name: 'starts', card: 'plain', cell: ({ starts_at: at }) => (at === null ? '–' : <Time at={at} />) },
					{ head: 'Result', name: 'recipients', card: 'plain', cell: describeResult, note: describeRest },
					{ head: 'Created', sort: '-created', card: 'none', cell: ({ created_at: at }) => <Time at={at} /> },
				]}
			/>
		</Page>
	)
}
