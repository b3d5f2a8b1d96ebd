import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSavedAnswers } from '#server/console/inbox/ticket-actions.ts'

import { InboxTabs } from './inbox-parts.tsx'

export const loader = createLoader(readSavedAnswers)

type Read = Awaited<ReturnType<typeof loader>>

export default function AnswersPage() {
	const { answers, titleLength, answerLength } = useLoaderData<typeof loader>()
	const toFields = ({ title = '', body = '' }: Partial<Read['answers'][number]>) => [
		{ name: 'title', label: 'Title', value: title, maxLength: titleLength },
		{
			name: 'body',
			label: 'Text',
			type: 'textarea' as const,
			value: body,
			maxLength: answerLength,
			hint: '{name} becomes the name of the person you answer.',
		},
	]
	return (
		<Page title="Saved replies" heading="Inbox" beside={<LinkButton to="#new">New saved reply</LinkButton>}>
			<InboxTabs />
			<p>Texts to insert when you answer a ticket. You can edit them before you send.</p>
			{answers.length === 0 && <p className="empty">No saved replies yet.</p>}
			{answers.map((answer) => (
				<Disclosure key={answer.id} summary={answer.title}>
					<div className="grid gap-4">
						<ActionForm action={`${consolePaths.answers}/${answer.id}`} label="Save" fields={toFields(answer)} tone="secondary" />
						<ConfirmForm
							action={`${consolePaths.answers}/${answer.id}/delete`}
							label="Delete"
							title={`Delete the saved reply “${answer.title}”?`}
							consequences={[['Everyone loses', 'This saved reply. Tickets answered with it don’t change.']]}
							hasReason={false}
							isGuarded={false}
							isFinal
						/>
					</div>
				</Disclosure>
			))}
			<h2 id="new">New saved reply</h2>
			<ActionForm action={consolePaths.answers} label="Save" fields={toFields({})} />
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
