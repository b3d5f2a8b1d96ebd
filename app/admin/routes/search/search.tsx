import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'

import { redirectTo, createLoader } from '#app/admin/load.server.ts'
import { FileList } from '#app/admin/routes/content/file-list.tsx'
import { LearnerTable } from '#app/admin/routes/learners/learner-table.tsx'
import { toneOfMail } from '#app/admin/routes/messages/message-parts.tsx'
import { OrderTable } from '#app/admin/routes/orders/order-table.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { searchConsole } from '#server/console/search/read-search.ts'

/** Loads the search results. If the only result is a person or an order, redirects to its page. */
export const loader = async (args: LoaderFunctionArgs) => {
	const found = await createLoader(searchConsole)(args)
	if (found.only !== null) redirectTo(found.only)
	return found
}

type Found = Awaited<ReturnType<typeof loader>>

const Tickets = ({ tickets }: Pick<Found, 'tickets'>) => (
	<DataTable
		caption="Messages from people"
		rows={tickets}
		rowKey={({ id }) => id}
		columns={[
			{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
			{ head: 'From', cell: ({ name, email }) => `${name} (${email})` },
			{ head: 'Subject', cell: ({ id, subject }) => <Link to={`${consolePaths.tickets}/${id}`}>{subject}</Link> },
			{ head: 'Status', cell: ({ status }) => <StateBadge word={status} /> },
		]}
	/>
)

const Subscribers = ({ subscribers }: Pick<Found, 'subscribers'>) => (
	<DataTable
		caption="Subscribers"
		rows={subscribers}
		rowKey={({ id }) => id}
		columns={[
			{ head: 'Email', cell: ({ id, email }) => <Link to={`${consolePaths.subscribers}/${id}`}>{email}</Link> },
			{ head: 'Status', cell: ({ status }) => <StateBadge word={status} /> },
			{ head: 'Added', cell: ({ created_at: at }) => <Time at={at} /> },
		]}
	/>
)

const Applications = ({ applications }: Pick<Found, 'applications'>) => (
	<DataTable
		caption="Applications"
		rows={applications}
		rowKey={({ id }) => id}
		columns={[
			{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
			{ head: 'Name', cell: ({ id, name }) => <Link to={`${consolePaths.applications}/${id}`}>{name}</Link> },
			{ head: 'Email', cell: ({ email }) => email },
			{ head: 'Status', cell: ({ status }) => <StateBadge word={status} /> },
		]}
	/>
)

const Coupons = ({ coupons }: Pick<Found, 'coupons'>) => (
	<ul>
		{coupons.map((code) => (
			<li key={code}>
				<Link to={`${consolePaths.coupons}/${encodeURIComponent(code)}`}>{code}</Link>
			</li>
		))}
	</ul>
)

const Emails = ({ mails }: Pick<Found, 'mails'>) => (
	<DataTable
		caption="Emails sent"
		rows={mails}
		rowKey={({ id }) => id}
		columns={[
			{ head: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
			{ head: 'To', cell: (mail) => mail.to_address },
			{ head: 'Subject', cell: ({ id, subject }) => <Link to={`${consolePaths.messages}/${id}`}>{subject}</Link> },
			{ head: 'Template', cell: ({ template }) => template },
			{ head: 'Status', cell: ({ status }) => <StateBadge word={status} tone={toneOfMail(status)} /> },
			{ head: 'Error', cell: (mail) => mail.last_error ?? '–' },
		]}
	/>
)

const Part = ({ title, of, children }: { title: string; of: readonly unknown[]; children: ReactNode }) =>
	of.length > 0 && (
		<>
			<h2>{title}</h2>
			{children}
		</>
	)

function Results({ typed, count, people, orders, tickets, subscribers, applications, coupons, mails, texts }: Found) {
	if (count === 0) return <p className="empty">{`No results for “${typed}”.`}</p>
	return (
		<>
			<Part title="Learners" of={people}>
				<LearnerTable learners={people} empty="" />
			</Part>
			<Part title="Orders" of={orders}>
				<OrderTable orders={orders} />
			</Part>
			<Part title="Inbox" of={tickets}>
				<Tickets tickets={tickets} />
			</Part>
			<Part title="Subscribers" of={subscribers}>
				<Subscribers subscribers={subscribers} />
			</Part>
			<Part title="Applications" of={applications}>
				<Applications applications={applications} />
			</Part>
			<Part title="Coupons" of={coupons}>
				<Coupons coupons={coupons} />
			</Part>
			<Part title="Content" of={texts}>
				<FileList files={texts}>{({ group }) => <span className="text-soft">{group}</span>}</FileList>
			</Part>
			<Part title="Emails sent" of={mails}>
				<Emails mails={mails} />
			</Part>
		</>
	)
}

export default function SearchPage() {
	const found = useLoaderData<typeof loader>()
	if (found.typed === '')
		return (
			<Page title="Search">
				<p>
					Search by the start of an email address, its number or domain, any word of a name, or a phone number; by an ID or its last eight
					digits; by the ID of a checkout, payment, refund or dispute; by a coupon or transfer reference. Find subscribers by email, tickets
					and applications by name or email, and lessons, articles and pages by their words.
				</p>
			</Page>
		)
	return (
		<Page title={`Results for “${found.typed}”`}>
			<Results {...found} />
		</Page>
	)
}
