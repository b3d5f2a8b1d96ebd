import { MarkdownText } from '#app/admin/routes/content/markdown-text.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import type { readLetter } from '#server/console/letters/read-letters.ts'

import { AudienceFields } from './audience-fields.tsx'

type Read = Awaited<ReturnType<typeof readLetter>>
type LetterFormProps = {
	action: string
	form: Read['form']
	letter?: Pick<Read['letter'], 'subject' | 'body' | 'segment'>
	hidden?: Readonly<Record<string, string>>
}

const HINT = 'A link may begin with / for a page of the site. The link to unsubscribe is added below.'

/** The form in which a letter is written. */
export const LetterForm = ({ action, form: { choices, subjectLength, bodyLength }, letter, hidden = {} }: LetterFormProps) => (
	<ActionForm
		action={action}
		label="Save draft"
		hidden={hidden}
		fields={[{ name: 'subject', label: 'Subject', value: letter?.subject ?? '', maxLength: subjectLength }]}
	>
		{({ typed, errors, shown }) => (
			<>
				<MarkdownText
					name="body"
					text={typed.body ?? letter?.body ?? ''}
					hint={HINT}
					error={errors.body}
					maxLength={bodyLength}
					rows={16}
					offers="mail"
				/>
				<AudienceFields choices={choices} chosen={{ ...letter?.segment, ...typed }} total={typeof shown === 'number' ? shown : null} />
			</>
		)}
	</ActionForm>
)
