import { consolePaths } from '#contracts/console-paths.ts'

import { ConfirmForm } from './confirm-form.tsx'

type WriteFormProps = {
	accountId: string
	id?: string
	subject?: string
	text?: string
	hidden?: Readonly<Record<string, string>>
}

/** Dialog to write to a learner. */
export const WriteToLearnerForm = ({ accountId, subject = '', text = '', ...rest }: WriteFormProps) => (
	<ConfirmForm
		{...rest}
		opener="Send an email"
		title="Send an email"
		action={`${consolePaths.learners}/${accountId}/write`}
		label="Send email"
		fields={[
			{ name: 'subject', label: 'Subject', value: subject, maxLength: 150 },
			{ name: 'text', label: 'Text', type: 'textarea', value: text, maxLength: 10_000 },
		]}
		note="It goes out immediately and can’t be recalled. Replies arrive in your support mailbox."
		hasReason={false}
		isGuarded={false}
		tone="primary"
	/>
)
