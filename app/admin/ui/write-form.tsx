import { consolePaths } from '#contracts/console-paths.ts'

import { ActionForm } from './action-form.tsx'

type WriteFormProps = {
	accountId: string
	id?: string
	subject?: string
	text?: string
	hidden?: Readonly<Record<string, string>>
}

export const WriteForm = ({ accountId, subject = '', text = '', ...rest }: WriteFormProps) => (
	<ActionForm
		{...rest}
		summary="Send an email"
		action={`${consolePaths.learners}/${accountId}/write`}
		label="Send email"
		fields={[
			{ name: 'subject', label: 'Subject', value: subject, maxLength: 150 },
			{ name: 'text', label: 'Text', type: 'textarea', value: text, maxLength: 10_000 },
		]}
		note="It goes out immediately and can’t be recalled. Replies arrive in your support mailbox."
	/>
)
