import { Link } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

export { action, clientAction } from '#app/admin/routes/action.tsx'

export const loader = createLoader(() => null)

const CONSENT = [
	['ask', 'Ask them by email'],
	['proven', 'They already agreed, and I can prove it'],
] as const

const PROVEN = { onlyFor: { name: 'consent', values: ['proven'] } }

export default function AddSubscriberPage() {
	return (
		<Page title="Add subscriber">
			<p>
				{'No one gets the newsletter without their consent. To add many at once, '}
				<Link to={consolePaths.imports}>import a file</Link>.
			</p>
			<ActionForm
				action={consolePaths.addSubscriber}
				label="Add subscriber"
				fields={[
					{ name: 'email', label: 'Email', type: 'email', maxLength: 254, autoComplete: 'off' },
					{ name: 'name', label: 'First name (optional)', isRequired: false, maxLength: 100, autoComplete: 'off' },
					{
						name: 'consent',
						label: 'Consent',
						hint: 'If you ask, they get one email in the daytime and nothing else until they confirm. Without an answer within a week, the address is deleted. If you have proof, they get newsletters from now on.',
						options: CONSENT,
					},
					{ ...PROVEN, name: 'asked', label: 'Date they agreed', hint: 'At most two years ago.', type: 'date' },
					{
						...PROVEN,
						name: 'place',
						label: 'Where they agreed',
						hint: 'For example: sign-up sheet at the Lisbon meetup.',
						maxLength: 300,
					},
					{ ...PROVEN, name: 'words', label: 'Text they agreed to', hint: 'Word for word, as they saw it.', type: 'textarea', rows: 3 },
					{
						...PROVEN,
						name: 'reason',
						label: 'Why you’re adding them',
						hint: 'Required. Kept in the activity log. Don’t include names.',
						maxLength: 300,
					},
				]}
			/>
		</Page>
	)
}
