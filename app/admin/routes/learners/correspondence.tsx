import { Link } from 'react-router'

import { toneOfMail } from '#app/admin/routes/messages/message-parts.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readCorrespondence } from '#server/console/learners/read-correspondence.ts'

import { Section } from './section.tsx'

type Shown = Awaited<ReturnType<typeof readCorrespondence>> & { email: string | null }

/** Tickets from a learner, and the latest emails to them, with a link to all in the email log. */
export const Correspondence = ({ tickets, maxTickets, emails, email }: Shown) => (
	<>
		<Section title="Tickets" empty={tickets.length === 0 && 'No tickets from this address.'}>
			<DataTable
				caption="Tickets"
				rows={tickets}
				rowKey={({ id }) => id}
				columns={[
					{
						head: 'Ticket',
						card: 'title',
						cell: ({ id, subject, isVerified }) => (
							<>
								<Link to={`${consolePaths.tickets}/${id}`}>{subject}</Link>{' '}
								{!isVerified && <StateBadge word="Address not verified" tone="warn" />}
							</>
						),
					},
					{ head: 'Received', card: 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
					{ head: 'Status', card: 'end', cell: ({ status }) => <StateBadge word={status} tone={status === 'open' ? 'warn' : 'calm'} /> },
				]}
			/>
		</Section>
		{tickets.length === maxTickets && (
			<p>
				{`The ${maxTickets} newest from this address. `}
				<Link to={`${consolePaths.tickets}?${new URLSearchParams({ q: email ?? '' })}`}>Search the inbox</Link>
			</p>
		)}
		<Section title="Emails to this address" empty={emails.length === 0 && 'No emails.'}>
			<DataTable
				caption="Emails"
				rows={emails}
				rowKey={({ id }) => id}
				columns={[
					{ head: 'Subject', card: 'title', cell: ({ id, subject }) => <Link to={`${consolePaths.messages}/${id}`}>{subject}</Link> },
					{ head: 'When', card: 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
					{ head: 'Status', card: 'end', cell: ({ status }) => <StateBadge word={status} tone={toneOfMail(status)} /> },
				]}
			/>
		</Section>
		{email !== null && emails.length > 0 && (
			<p>
				<Link to={`${consolePaths.messages}?${new URLSearchParams({ address: email })}`}>All emails to this address</Link>
			</p>
		)}
	</>
)
