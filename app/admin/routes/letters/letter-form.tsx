import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { SegmentFields } from '#app/admin/ui/segment-fields.tsx'
import type { readLetter } from '#server/console/letters/read-letters.ts'

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
		{({ typed }) => (
			<fieldset className="grid gap-x-4 gap-y-3 border border-line p-4 sm:grid-cols-2">
				<legend className="px-1 font-semibold">Audience</legend>
				<SegmentFields choices={choices} chosen={{ ...letter?.segment, ...typed }} />
			</fieldset>
		)}
	</ActionForm>
)
