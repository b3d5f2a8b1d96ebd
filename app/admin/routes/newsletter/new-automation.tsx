import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readNewAutomation } from '#server/console/lifecycle/read-automations.ts'

import { DELAY_UNITS } from './newsletter-parts.tsx'

export const loader = createLoader(readNewAutomation)

export default function NewAutomationPage() {
	const { triggers, titleLength } = useLoaderData<typeof loader>()
	return (
		<Page title="New automation">
			<p>
				Several automations with the same event make a series, if their delays are at least a week apart: a subscriber gets at most one
				email a week, and one that is over eight days late isn’t sent. You write the text next.
			</p>
			<ActionForm
				action={consolePaths.newAutomation}
				label="Add automation"
				fields={[
					{
						name: 'title',
						label: 'Name',
						hint: 'Only your team sees it, such as “Second email to new subscribers”.',
						maxLength: titleLength,
					},
					{ name: 'trigger', label: 'Event', options: triggers },
					{ name: 'delay', label: 'Delay after the event', type: 'number', value: '7' },
					{ name: 'unit', label: 'Unit', options: DELAY_UNITS, value: 'day' },
				]}
			/>
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
