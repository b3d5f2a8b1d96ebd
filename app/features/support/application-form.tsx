import type { Ref } from 'react'

import { Form, hasErrors, useForm } from '#app/lib/form.tsx'
import { callApiWithChallenge } from '#app/lib/with-captcha.ts'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Careers } from '#content/schema/careers.ts'
import { paths } from '#contracts/paths.ts'
import { applicationFields, checkFields, mapFields } from '#domain/support/check-fields.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'

import { MessageField, SenderFields, SendMessage } from './message-fields.tsx'

/** A phone may need a long time to upload five megabytes. */
const UPLOAD_TIMEOUT_MS = 60_000

type ApplicationFormProps = {
	words: Careers['form']
	positions: readonly { id: string; title: string }[]
	/** ID of the selected position; empty for a general application. */
	position: string
	onPosition: (id: string) => void
	nameField: Ref<HTMLInputElement>
}

export function ApplicationForm({ words, positions, position, onPosition, nameField }: ApplicationFormProps) {
	const form = useForm(
		async ({ text, data, id, form: element }) => {
			const cv = data.get('cv')
			const wrong = {
				...checkFields(applicationFields, mapFields(applicationFields, text)),
				...(cv instanceof File && cv.size > CV_MAX_BYTES && { cv: words.cvTooLarge }),
			}
			if (hasErrors(wrong)) return wrong
			data.set('applicationId', id)
			await callApiWithChallenge('/api/support/applications', { body: data, timeoutMs: UPLOAD_TIMEOUT_MS })
			element.reset()
			onPosition('')
			toast(words.successToast)
		},
		{ describe: () => words.failureToast },
	)
	return (
		<Form of={form} className="relative mt-8 grid max-w-3xl gap-5" action={paths.careers} encType="multipart/form-data">
			<Select
				label={words.positionLabel}
				name="position"
				value={position}
				error={form.problems.position}
				onChange={(event) => onPosition(event.target.value)}
			>
				<option value="">{words.generalOption}</option>
				<Options options={positions.map(({ id, title }) => [id, title])} />
			</Select>
			<SenderFields words={words} form={form} nameField={nameField} />
			<MessageField words={words} form={form} />
			<TextField label={words.cvLabel} hint={words.cvHint} type="file" name="cv" accept=".pdf,application/pdf" error={form.problems.cv} />
			<SendMessage words={words} form={form} />
		</Form>
	)
}
