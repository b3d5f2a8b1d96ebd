import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { EmailAddress, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readMails } from '#server/console/messages/read-messages.ts'

import { MessageTabs, toneOfMail } from './message-parts.tsx'

export const loader = createLoader(readMails)

type Mails = Awaited<ReturnType<typeof loader>>

type Budget = Mails['budget']

const BUDGETS: readonly [keyof Budget, string][] = [
	['mails', 'Sign-in emails'],
	['texts', 'Sign-in texts'],
	['forms', 'Emails requested by forms'],
]

/** Describes the limits of messages to visitors that are more than half used. */
const describeBudgets = (budget: Budget): string[] =>
	BUDGETS.filter(([name]) => budget[name].spent > budget[name].most / 2).map(([name, what]) => {
		const { spent, most, seconds } = budget[name]
		return `${what}: ${spent} of ${most} used, resets in ${Math.ceil(seconds / 60)} min.`
	})

/** If several of these filters are set, only the first applies. */
function takenOf({ address, template, failed, issue, result }: Mails['filters']) {
	if (address !== '') return { address }
	if (issue !== '') return { issue, result }
	return template === '' ? { failed } : { template }
}

const RESULTS = [
	['sent', 'Sent'],
	['failed', 'Failed'],
	['held', 'Held back'],
	['waiting', 'Waiting'],
] as const

const toFilter = ({ filters, templates, subject }: Pick<Mails, 'filters' | 'templates' | 'subject'>) => ({
	action: consolePaths.messages,
	label: 'Emails',
	search: { name: 'address', label: 'Address starts with' },
	filters: [
		{ name: 'template', label: 'Kind', options: templates },
		{ name: 'failed', label: 'Only failed' },
		// These filters are set by links from a newsletter issue's page.
		...(subject === null
			? []
			: [
					{ name: 'issue', label: 'Newsletter', options: [[filters.issue, nameIssue(subject)]] as const },
					{ name: 'result', label: 'Result', options: RESULTS },
				]),
	],
	taken: takenOf(filters),
})

export default function MailsPage() {
	const { filters, templates, subject, mails, budget, outbox, ...list } = useLoaderData<typeof loader>()
	return (
		<Page title="Email log">
			<MessageTabs />
			{outbox !== null && (
				<Callout>
					<p>
						Sandbox: no email leaves this server.{' '}
						<a href={outbox} target="_blank" rel="noreferrer">
							Read them in the outbox
						</a>
					</p>
				</Callout>
			)}
			{describeBudgets(budget).map((line) => (
				<p key={line}>{line}</p>
			))}
			<ListTable
				filter={toFilter({ filters, templates, subject })}
				{...list}
				caption="Emails"
				what="emails"
				rows={mails}
				rowKey={({ id }) => id}
				nameRow={({ subject, to_address: to }) => `${subject} to ${to}`}
				empty="No emails match."
				columns={[
					{ head: 'When', sort: '-created', card: 'none', cell: (mail) => <Time at={mail.created_at} /> },
					{ head: 'To', card: 'plain', cell: (mail) => <EmailAddress email={mail.to_address} /> },
					{ head: 'Subject', card: 'title', cell: (mail) => <Link to={`${consolePaths.messages}/${mail.id}`}>{mail.subject}</Link> },
					{ head: 'Kind', name: 'template', card: 'none', cell: ({ name }) => name },
					{ head: 'Status', name: 'state', card: 'end', cell: ({ status }) => <StateBadge word={status} tone={toneOfMail(status)} /> },
				]}
			/>
		</Page>
	)
}
