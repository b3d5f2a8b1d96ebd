import { Form, Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { KeptSort } from '#app/admin/ui/data-table.tsx'
import { Address, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { ListTable } from '#app/admin/ui/list-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readMails } from '#server/console/messages/read-messages.ts'

import { MessageTabs } from './message-tabs.tsx'
import { toneOfMail } from './tone-of-mail.ts'

export const loader = load(readMails)

type Mails = Awaited<ReturnType<typeof loader>>

/** Describes the budget used. The count is kept in memory, so a restart resets it. */
const describeBudget = ({ spent, most, seconds }: Mails['budget']['mails'], what: 'emails' | 'texts') =>
	`${spent} of ${most} ${what} (${spent === 0 ? 'counting starts with the next one' : `resets in ${Math.ceil(seconds / 60)} min`})`

const Filter = ({ asked }: Pick<Mails, 'asked'>) => (
	<Form method="get" action={consolePaths.messages} className="filter">
		<KeptSort />
		<TextField name="address" label="Address begins with" defaultValue={asked.address} maxLength={320} />
		<TextField name="template" label="Template" defaultValue={asked.template} maxLength={100} placeholder="order.receipt" />
		<Checkbox name="failed" value="1" defaultChecked={asked.failed} label="Only failed" />
		<Button type="submit" variant="secondary">
			Show
		</Button>
	</Form>
)

export default function MailsPage() {
	const { view, asked, mails, sort, next, budget } = useLoaderData<typeof loader>()
	return (
		<Page title="Email log">
			<MessageTabs />
			<p>
				{`To sign people in, the server has sent ${describeBudget(budget.mails, 'emails')} and ${describeBudget(budget.texts, 'texts')}; to addresses typed into forms, ${describeBudget(budget.forms, 'emails')}.`}
			</p>
			<Filter key={JSON.stringify(asked)} asked={asked} />
			<ListTable
				caption="Emails"
				what="emails"
				view={view}
				next={next}
				rows={mails}
				rowKey={({ id }) => id}
				nameRow={({ subject, to_address: to }) => `${subject} to ${to}`}
				empty="No emails match."
				sort={sort}
				columns={[
					{ head: 'When', sort: '-created', card: 'none', cell: (mail) => <Time at={mail.created_at} /> },
					{ head: 'To', card: 'plain', cell: (mail) => <Address email={mail.to_address} /> },
					{ head: 'Subject', card: 'title', cell: (mail) => <Link to={`${consolePaths.messages}/${mail.id}`}>{mail.subject}</Link> },
					{ head: 'Template', card: 'none', cell: (mail) => mail.template },
					{ head: 'State', card: 'end', cell: ({ status }) => <StateBadge word={status} tone={toneOfMail(status)} /> },
				]}
			/>
		</Page>
	)
}
