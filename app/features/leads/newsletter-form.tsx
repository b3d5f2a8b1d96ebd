import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Blog } from '#content/schema/article.ts'
import type { NewsletterRequest } from '#contracts/newsletter.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { Honeypot } from './honeypot.tsx'
import { sendNewsletterRequest } from './lead-api.ts'
import { readHoneypot } from './read-honeypot.ts'
import { useLeadForm } from './use-lead-form.ts'

/** Stay Updated (spec A §2 'Blog'): asks for the mail that asks for the confirmation. Without our code the browser posts it itself. */
export function NewsletterForm({ words }: { words: Blog['newsletter'] }) {
	const [email, setEmail] = useState('')
	const [isWrong, setWrong] = useState(false)
	const { isSending, fields, submit } = useLeadForm<NewsletterRequest>(sendNewsletterRequest, words.successToast)

	async function send(website: string) {
		const address = email.trim()
		setWrong(!isEmailAddress(address))
		if (!isEmailAddress(address)) return
		if (await submit({ email: address, source: 'blog', ...(website && { website }) })) setEmail('')
	}

	return (
		<section className="on-sun newsletter" aria-labelledby="newsletter">
			<div className="page grid gap-8 py-14 lg:grid-cols-2 lg:gap-20">
				<div className="grid content-start gap-3">
					<h2 id="newsletter">{words.title}</h2>
					<p>{words.text}</p>
				</div>
				<form
					className="relative grid gap-4"
					method="post"
					action="/newsletter"
					noValidate
					onSubmit={(event) => {
						event.preventDefault()
						void send(readHoneypot(event.currentTarget))
					}}
				>
					<TextField
						label={words.emailLabel}
						type="email"
						name="email"
						autoComplete="email"
						required
						maxLength={254}
						value={email}
						error={isWrong ? words.invalidEmail : fields.email}
						onChange={(event) => {
							setEmail(event.target.value)
							setWrong(false)
						}}
					/>
					<Honeypot />
					<div>
						<Button type="submit" variant="secondary" pending={isSending}>
							{words.submitLabel}
						</Button>
					</div>
					<p>{words.privacyNote}</p>
				</form>
			</div>
		</section>
	)
}
