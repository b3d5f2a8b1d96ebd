import type { Ref } from 'react'
import { Link } from 'react-router'

import { type FormState, Submit } from '#app/lib/form.tsx'
import { EmailField, TextArea, TextField } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'

type Words = Record<'messageHint' | 'submitLabel' | 'privacyNote', string> & {
	labels: Record<'name' | 'email' | 'message', string>
	privacyLink: { href: string; label: string }
}

type FieldsProps = { words: Words; form: FormState }

export function SenderFields({ words, form: { problems }, nameField }: FieldsProps & { nameField?: Ref<HTMLInputElement> }) {
	return (
		<div className="grid gap-5 sm:grid-cols-2">
			<TextField ref={nameField} label={words.labels.name} name="name" autoComplete="name" required error={problems.name} />
			<EmailField label={words.labels.email} error={problems.email} />
		</div>
	)
}

export const MessageField = ({ words, form: { problems } }: FieldsProps) => (
	<TextArea label={words.labels.message} hint={words.messageHint} name="message" rows={8} required error={problems.message} />
)

export const SendMessage = ({ words, form }: FieldsProps) => (
	<>
		<Honeypot />
		<Submit of={form} size="lg">
			{words.submitLabel}
		</Submit>
		<p className="text-soft">
			{words.privacyNote}{' '}
			<Link to={words.privacyLink.href} className="link">
				{words.privacyLink.label}
			</Link>
		</p>
	</>
)
