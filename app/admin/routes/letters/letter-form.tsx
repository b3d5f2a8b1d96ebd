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

const HINT =
	'Markdown: paragraphs, headings, lists, quotes, bold, italics, links. A link may begin with / for a page of the site. The link to unsubscribe is added below.'

/** The form in which a letter is written. */
export const LetterForm = ({ action, form: { choices, subjectLength, bodyLength }, letter, hidden = {} }: LetterFormProps) => (
	<ActionForm
		action={action}
		label="Save draft"
		hidden={hidden}
		fields={[
			{ name: 'subject', label: 'Subject', value: letter?.subject ?? '', maxLength: subjectLength },
			{ name: 'body', label: 'Text', type: 'textarea', rows: 16, value: letter?.body ?? '', maxLength: bodyLength, hint: HINT },
		]}
	>
		{({ typed, shown }) => (
			<AudienceFields choices={choices} chosen={{ ...letter?.segment, ...typed }} total={typeof shown === 'number' ? shown : null} />
		)}
	</ActionForm>
)
