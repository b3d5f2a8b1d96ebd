import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Select, TextArea, TextField } from '#app/ui/field.tsx'
import type { Careers } from '#content/schema/careers.ts'
import { paths } from '#contracts/paths.ts'

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

/** Our messages stand under the fields; the browser's own checks are for where our code does not run. */
const withoutBrowserChecks = (form: HTMLFormElement | null) => {
	if (form) form.noValidate = true
}

/** One form for every position and for none (DECISIONS, Funnel). */
export function ApplicationForm({ words, positions, position, onPosition, nameField, honeypot }: ApplicationFormProps) {
	const { isSending, errors, submit, change } = useApplicationForm(words)
	return (
		<form
			ref={withoutBrowserChecks}
			className="relative mt-8 grid max-w-3xl gap-5"
			method="post"
			action={paths.careers}
			encType="multipart/form-data"
			onSubmit={(event) => {
				event.preventDefault()
				void submit(event.currentTarget).then((isStored) => isStored && onPosition(''))
			}}
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
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField
					ref={nameField}
					label={words.nameLabel}
					name="name"
					autoComplete="name"
					required
					error={errors.name}
					onChange={() => change('name')}
				/>
				<TextField
					label={words.emailLabel}
					type="email"
					name="email"
					autoComplete="email"
					required
					error={errors.email}
					onChange={() => change('email')}
				/>
			</div>
			<TextArea
				label={words.messageLabel}
				hint={words.messageHint}
				name="message"
				rows={8}
				required
				error={errors.message}
				onChange={() => change('message')}
			/>
			<TextField
				label={words.cvLabel}
				hint={words.cvHint}
				type="file"
				name="cv"
				accept=".pdf,application/pdf"
				error={errors.cv}
				onChange={() => change('cv')}
			/>
			{honeypot}
			<div>
				<Button type="submit" size="lg" pending={isSending}>
					{words.submitLabel}
				</Button>
			</div>
			<p className="text-soft">
				{words.privacyNote}{' '}
				<Link to={words.privacyLink.href} className="link">
					{words.privacyLink.label}
				</Link>
			</p>
		</form>
	)
}
