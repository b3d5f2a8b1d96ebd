import type { ComponentProps, ReactNode, Ref } from 'react'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'

type SharedField = 'name' | 'email' | 'message'

type LetterWords = Record<'nameLabel' | 'emailLabel' | 'messageLabel' | 'messageHint' | 'submitLabel' | 'privacyNote', string> & {
	privacyLink: { href: string; label: string }
}

type Pieces = {
	words: LetterWords
	errors: { [Name in SharedField]?: string | undefined }
	change: (field: SharedField) => void
}

type LetterFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: (form: HTMLFormElement) => void }

/** Our messages are shown under the fields; the browser's own checks are only for pages without JavaScript. */
const withoutBrowserChecks = (form: HTMLFormElement | null) => {
	if (form) form.noValidate = true
}

/** A form that our code sends; without it the browser posts it itself. */
export function LetterForm({ onSend, className = '', ...rest }: LetterFormProps) {
	return (
		<form
			{...rest}
			ref={withoutBrowserChecks}
			className={`relative grid gap-5 ${className}`}
			method="post"
			onSubmit={(event) => {
				event.preventDefault()
				onSend(event.currentTarget)
			}}
		/>
	)
}

/** Name and email of the sender. */
export function SenderFields({ words, errors, change, nameField }: Pieces & { nameField?: Ref<HTMLInputElement> }) {
	return (
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
	)
}

/** The message itself. */
export function MessageField({ words, errors, change }: Pieces) {
	return (
		<TextArea
			label={words.messageLabel}
			hint={words.messageHint}
			name="message"
			rows={8}
			required
			error={errors.message}
			onChange={() => change('message')}
		/>
	)
}

type LetterEndProps = { words: LetterWords; isSending: boolean; honeypot: ReactNode }

/** The button, and what happens to the data. @param honeypot the field that people do not see */
export function LetterEnd({ words, isSending, honeypot }: LetterEndProps) {
	return (
		<>
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
		</>
	)
}
