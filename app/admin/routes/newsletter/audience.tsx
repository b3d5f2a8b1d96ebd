import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { readAudience } from '#server/console/newsletter/read-audiences.ts'

import { AudienceForm } from './audience-form.tsx'
import { toneOfIssue } from './newsletter-parts.tsx'

export const loader = createLoader(readAudience)

type Read = Awaited<ReturnType<typeof loader>>

const Uses = ({ uses }: Pick<Read, 'uses'>) => (
	<>
		<h2>Emails that use it</h2>
		<p>Drafts change with the audience. A scheduled email keeps the conditions it was scheduled with.</p>
		<ul className="grid gap-2">
			{uses.map(({ id, subject, state }) => (
				<li key={id}>
					<Link to={`${consolePaths.newsletter}/${id}`}>{nameIssue(subject.trim())}</Link>{' '}
					<StateBadge word={state} tone={toneOfIssue(state)} />
				</li>
			))}
		</ul>
	</>
)

export default function AudiencePage() {
	const { id, seen, uses, ...audience } = useLoaderData<typeof loader>()
	return (
		<Page
			title={audience.name}
			beside={
				<LinkButton to={`${consolePaths.newIssue}?audience=${id}`} variant="secondary">
					New email to this audience
				</LinkButton>
			}
		>
			<AudienceForm key={seen} action={`${consolePaths.audiences}/${id}`} hidden={{ seen }} audience={audience} />
			{uses.length > 0 && <Uses uses={uses} />}
			{uses.length === 0 && (
				<ConfirmForm
					action={`${consolePaths.audiences}/${id}/delete`}
					label="Delete audience"
					title={`Delete the audience “${audience.name}”?`}
					consequences={[['You lose', 'Its name and conditions. No subscriber is removed. No unsent email uses it.']]}
					hasReason={false}
					isGuarded={false}
					isFinal
				/>
			)}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
