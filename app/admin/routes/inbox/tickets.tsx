import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { EmailAddress, useDueFormat, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { CATEGORY_OPTIONS, labelCategory } from '#app/admin/ui/ticket-category.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { readTickets } from '#server/console/inbox/read-tickets.ts'

import { InboxTabs } from './inbox-parts.tsx'

export const loader = createLoader(readTickets)

type Tickets = Awaited<ReturnType<typeof loader>>

const DAY_MS = 86_400_000

const toFilter = (filters: Tickets['filters']) => ({
	action: consolePaths.tickets,
	label: 'Inbox',
	search: { label: 'Email, name or reference' },
	filters: [
		{
			name: 'state',
			label: 'Status',
			options: [
				['open', 'Open'],
				['answered', 'Answered'],
				['closed', 'Closed'],
			] as const,
			usual: 'open',
			...(filters.typed === '' && { tabs: ['open', 'answered', 'closed'] }),
		},
		{ name: 'category', label: 'About', options: CATEGORY_OPTIONS },
	],
	// A search ignores the filters for status and category.
	taken: filters.typed === '' ? { state: filters.state, category: filters.category } : { q: filters.typed, state: 'open' },
})

function Due({ at, now }: { at: Date; now: Date }) {
	const formatDue = useDueFormat()
	const left = at.getTime() - now.getTime()
	return (
		<>
			<StateBadge word={formatDue(at, now)} tone={left <= 0 ? 'bad' : left < DAY_MS ? 'warn' : 'calm'} />
			<span className="max-md:hidden">
				<br />
				<Time at={at} />
			</span>
		</>
	)
}

export default function TicketsPage() {
	const { filters, tickets, replyStatistics, now, ...list } = useLoaderData<typeof loader>()
	const isSearch = filters.typed !== ''
	const isOpen = filters.state === 'open' && !isSearch
	return (
		<Page title="Inbox">
			<InboxTabs />
			<p className="max-md:order-last">{replyStatistics}</p>
			<ListTable
				filter={toFilter(filters)}
				{...list}
				caption="Tickets"
				rows={tickets}
				rowKey={({ id }) => id}
				nameRow={({ subject }) => subject}
				empty={isOpen ? 'No tickets are waiting for an answer.' : 'No tickets found. Try the start of an email address or of a name.'}
				columns={[
					{
						head: 'Ticket',
						card: 'title',
						cell: ({ id, subject, category }) => (
							<div className="min-w-40">
								<Link to={`${consolePaths.tickets}/${id}`}>{subject}</Link>
								<span className="block pt-1 max-md:hidden">
									<StateBadge word={labelCategory(category)} />
								</span>
							</div>
						),
					},
					{
						head: 'From',
						card: 'plain',
						cell: ({ name, email }) => (
							<div className="min-w-44">
								{name}
								<span className="max-md:hidden">
									<br />
									<span className="text-soft">
										<EmailAddress email={email} />
									</span>
								</span>
							</div>
						),
					},
					{
						head: isSearch ? 'Status' : isOpen ? 'Answer due' : 'Answered',
						name: 'due',
						...(isOpen && { sort: 'due' }),
						...((isOpen || isSearch) && { card: 'state' as const }),
						cell: ({ due_at: due, answered_at: answered, status }) =>
							isSearch && status !== 'open' ? (
								<StateBadge word={status} />
							) : isOpen || status === 'open' ? (
								<Due at={due} now={now} />
							) : answered === null ? (
								'no answer'
							) : (
								<Time at={answered} />
							),
					},
					{ head: 'Assigned to', card: 'none', cell: ({ assignee }) => assignee ?? '–' },
					{ head: 'Received', sort: '-received', card: isOpen ? 'none' : 'plain', cell: ({ created_at: at }) => <Time at={at} /> },
				]}
			/>
		</Page>
	)
}
