import type { ReactNode, Ref } from 'react'

import { Select, TextField } from '#app/ui/field.tsx'
import type { Careers } from '#content/schema/careers.ts'
import { paths } from '#contracts/paths.ts'

import { LetterEnd, LetterForm, MessageField, SenderFields } from './letter-form.tsx'
import { useApplicationForm } from './use-application-form.ts'

type ApplicationFormProps = {
	words: Careers['form']
	positions: readonly { id: string; title: string }[]
	/** Id of the chosen position; empty for a general application. */
	position: string
	onPosition: (id: string) => void
	nameField: Ref<HTMLInputElement>
	honeypot: ReactNode
}

/** One form for every position and for a general application. */
export function ApplicationForm({ words, positions, position, onPosition, nameField, honeypot }: ApplicationFormProps) {
	const { isSending, errors, submit, change } = useApplicationForm(words)
	const pieces = { words, errors, change }
	return (
		<LetterForm
			className="mt-8 max-w-3xl"
			action={paths.careers}
			encType="multipart/form-data"
			onSend={(form) => void submit(form).then((isStored) => isStored && onPosition(''))}
		>
			<Select
				label={words.positionLabel}
				name="position"
				value={position}
				error={errors.position}
				onChange={(event) => {
					onPosition(event.target.value)
					change('position')
				}}
			>
				<option value="">{words.generalOption}</option>
				{positions.map(({ id, title }) => (
					<option key={id} value={id}>
						{title}
					</option>
				))}
			</Select>
			<SenderFields {...pieces} nameField={nameField} />
			<MessageField {...pieces} />
			<TextField
				label={words.cvLabel}
				hint={words.cvHint}
				type="file"
				name="cv"
				accept=".pdf,application/pdf"
				error={errors.cv}
				onChange={() => change('cv')}
			/>
			<LetterEnd words={words} isSending={isSending} honeypot={honeypot} />
		</LetterForm>
	)
}
