import type { ReactNode } from 'react'

import { TextField } from '#app/ui/field.tsx'
import type { Contact } from '#content/schema/contact.ts'
import { paths } from '#contracts/paths.ts'

import { LetterEnd, LetterForm, MessageField, SenderFields } from './letter-form.tsx'
import { useContactForm } from './use-contact-form.ts'

/** The contact form (spec A §2, §5). @param honeypot the field that people do not see */
export function ContactForm({ words, honeypot }: { words: Contact['form']; honeypot: ReactNode }) {
	const { isSending, errors, submit, change } = useContactForm(words)
	const pieces = { words, errors, change }
	return (
		<LetterForm action={paths.contact} onSend={(form) => void submit(form)}>
			<h2>{words.title}</h2>
			<SenderFields {...pieces} />
			<TextField label={words.subjectLabel} name="subject" required error={errors.subject} onChange={() => change('subject')} />
			<MessageField {...pieces} />
			<LetterEnd words={words} isSending={isSending} honeypot={honeypot} />
		</LetterForm>
	)
}
