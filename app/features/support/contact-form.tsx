import type { ReactNode } from 'react'

import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Contact } from '#content/schema/contact.ts'
import { paths } from '#contracts/paths.ts'
import type { ContactCategory } from '#domain/support/categories.ts'

import { LetterEnd, LetterForm, MessageField, SenderFields } from './letter-form.tsx'
import { useContactForm } from './use-contact-form.ts'

type ContactFormProps = { words: Contact['form']; category: ContactCategory; honeypot: ReactNode }

/** The contact form. @param honeypot the field that people do not see */
export function ContactForm({ words, category, honeypot }: ContactFormProps) {
	const { isSending, errors, submit, change } = useContactForm(words, category)
	const about = category === 'general' ? null : words.categories[category]
	const pieces = { words, errors, change }
	return (
		<LetterForm action={paths.contact} onSend={(form) => void submit(form)}>
			<h2>{words.title}</h2>
			{about && (
				<Callout title={about.title}>
					<p>{about.text}</p>
				</Callout>
			)}
			<SenderFields {...pieces} />
			<TextField label={words.subjectLabel} name="subject" required error={errors.subject} onChange={() => change('subject')} />
			<MessageField {...pieces} />
			<LetterEnd words={words} isSending={isSending} honeypot={honeypot} />
		</LetterForm>
	)
}
