import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import type { Contact } from '#content/schema/contact.ts'
import { paths } from '#contracts/paths.ts'

import { useContactForm } from './use-contact-form.ts'

/** Our messages stand under the fields; the browser's own checks are for where our code does not run. */
const withoutBrowserChecks = (form: HTMLFormElement | null) => {
	if (form) form.noValidate = true
}

/** The contact form (spec A §2, §5). @param honeypot the field that people do not see */
export function ContactForm({ words, honeypot }: { words: Contact['form']; honeypot: ReactNode }) {
	const { isSending, errors, submit, change } = useContactForm(words)
	return (
		<form
			ref={withoutBrowserChecks}
			className="relative grid gap-5"
			method="post"
			action={paths.contact}
			onSubmit={(event) => {
				event.preventDefault()
				void submit(event.currentTarget)
			}}
		>
			<h2>{words.title}</h2>
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField label={words.nameLabel} name="name" autoComplete="name" required error={errors.name} onChange={() => change('name')} />
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
			<TextField label={words.subjectLabel} name="subject" required error={errors.subject} onChange={() => change('subject')} />
			<TextArea
				label={words.messageLabel}
				hint={words.messageHint}
				name="message"
				rows={8}
				required
				error={errors.message}
				onChange={() => change('message')}
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
