import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readAutomations } from '#server/console/lifecycle/read-automations.ts'

import { AutomationBadge, NewsletterTabs } from './newsletter-parts.tsx'

export const loader = createLoader(readAutomations)

export default function AutomationsPage() {
	const { automations } = useLoaderData<typeof loader>()
	return (
		<Page title="Automations" heading="Emails" beside={<LinkButton to={consolePaths.newAutomation}>New automation</LinkButton>}>
			<NewsletterTabs />
			<p>Each goes to a subscriber once. If they already had an email this week, it waits up to eight days.</p>
			<DataTable
				caption="Automations"
				rows={automations}
				rowKey={({ name }) => name}
				columns={[
					{
						head: 'Automation',
						card: 'title',
						cell: ({ name, title }) => <Link to={`${consolePaths.lifecycle}/${name}`}>{title}</Link>,
						note: ({ subject }) => subject,
					},
					{
						head: 'Status',
						card: 'end',
						cell: ({ state }) => <AutomationBadge state={state} />,
					},
					{ head: 'Sends', card: 'plain', cell: ({ when }) => when },
					{ head: 'Sent', cell: ({ sent }) => sent },
					{ head: 'Failed', cell: ({ failed }) => failed },
				]}
			/>
		</Page>
	)
}
