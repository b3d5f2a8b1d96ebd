import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ACCESS_END_FIELD } from '#app/admin/routes/orders/order-actions.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readAddLearner } from '#server/console/learners/add-learner.ts'

import { ComplimentaryItemChoices, MailChoice } from './gift-choices.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'

export const loader = createLoader(readAddLearner)

export default function AddLearnerPage() {
	const { gifts } = useLoaderData<typeof loader>()
	return (
		<Page title="Add learner">
			<p>
				{'For people who paid elsewhere, won a place or are on your team. To add many at once, '}
				<Link to={consolePaths.learnerImports}>import a file</Link>.
			</p>
			<ActionForm action={consolePaths.addLearner} label="Add learner" isGuarded>
				{({ typed, field }) => (
					<>
						<FormSection
							id="person"
							title="Person"
							about={<p className="text-soft">They set their own password, or sign in with a code by email.</p>}
						>
							<TextField {...field('email')} type="email" label="Email" autoComplete="off" maxLength={254} required />
							<TextField {...field('name')} label="Name" hint="Optional. They can change it." autoComplete="off" maxLength={100} />
							<MailChoice
								label="Send an email"
								hint="New learners get an invitation with a sign-in link. Learners who have an account are told what they now have access to."
								typed={typed}
							/>
						</FormSection>
						<FormSection id="access" title="Access">
							<ComplimentaryItemChoices gifts={gifts} typed={typed} />
							<TextField {...field('ends')} {...ACCESS_END_FIELD} type="datetime-local" />
							<TextField
								{...field('reason')}
								label="Reason"
								hint="Kept in the activity log. Required if you give access."
								autoComplete="off"
								maxLength={500}
							/>
						</FormSection>
					</>
				)}
			</ActionForm>
		</Page>
	)
}
