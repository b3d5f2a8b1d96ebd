import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'

import { leadTo, load } from '#app/admin/load.server.ts'
import { LearnerTable } from '#app/admin/routes/learners/learner-table.tsx'
import { toneOfMail } from '#app/admin/routes/messages/tone-of-mail.ts'
import { OrderTable } from '#app/admin/routes/orders/order-table.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSearch } from '#server/console/search/read-search.ts'

/** A person or an order found alone is opened at once. */
export const loader = async (args: LoaderFunctionArgs) => {
	const found = await load(readSearch)(args)
	if (found.only !== null) leadTo(found.only)
	return found
}

type Found = Awaited<ReturnType<typeof loader>>

const Tickets = ({ tickets }: Pick<Found, 'tickets'>) => (
	<DataTable
		caption="Messages from people"
		rows={tickets}
		rowKey={({ id }) => id}
		empty=""
		columns={[
			{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
			{ head: 'From', cell: ({ email }) => email },
			{ head: 'Subject', cell: ({ id, subject }) => <Link to={`${consolePaths.tickets}/${id}`}>{subject}</Link> },
			{ head: 'State', cell: ({ status }) => <StateBadge word={status} /> },
		]}
	/>
)

const Emails = ({ mails }: Pick<Found, 'mails'>) => (
	<DataTable
		caption="Emails sent"
		rows={mails}
		rowKey={({ id }) => id}
		empty=""
		columns={[
			{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
			{ head: 'To', cell: (mail) => mail.to_address },
			{ head: 'Subject', cell: ({ id, subject }) => <Link to={`${consolePaths.messages}/${id}`}>{subject}</Link> },
			{ head: 'Template', cell: ({ template }) => template },
			{ head: 'State', cell: ({ status }) => <StateBadge word={status} tone={toneOfMail(status)} /> },
			{ head: 'Error', cell: (mail) => mail.last_error ?? '–' },
		]}
	/>
)

function Results({ typed, people, orders, tickets, mails }: Found) {
	if (people.length + orders.length + tickets.length + mails.length === 0) return <p className="empty">{`Nothing matches “${typed}”.`}</p>
	return (
		<>
			{people.length > 0 && (
				<>
					<h2>Learners</h2>
					<LearnerTable learners={people} empty="" />
				</>
			)}
			{orders.length > 0 && (
				<>
					<h2>Orders</h2>
					<OrderTable orders={orders} empty="" />
				</>
			)}
			{tickets.length > 0 && (
				<>
					<h2>Inbox</h2>
					<Tickets tickets={tickets} />
				</>
			)}
			{mails.length > 0 && (
				<>
					<h2>Emails sent</h2>
					<Emails mails={mails} />
				</>
			)}
		</>
	)
}

export default function SearchPage() {
	const found = useLoaderData<typeof loader>()
	if (found.typed === '')
		return (
			<Page title="Search">
				<p>
					Search by the start of an email address, name or phone number; by an ID or its last eight digits; by the ID of a checkout,
					payment, refund or dispute; by a coupon or a bank transfer reference.
				</p>
			</Page>
		)
	return (
		<Page title={`Results for “${found.typed}”`}>
			<Results {...found} />
		</Page>
	)
}
