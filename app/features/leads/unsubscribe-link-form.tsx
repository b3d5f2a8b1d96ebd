import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Blog } from '#content/schema/article.ts'
import type { UnsubscribeLinkRequest } from '#contracts/newsletter.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { Honeypot } from './honeypot.tsx'
import { sendUnsubscribeLinkRequest } from './lead-api.ts'
import { readHoneypot } from './read-honeypot.ts'
import { useLeadForm } from './use-lead-form.ts'

/** For somebody without a mail at hand: the link comes by mail, because typing an address does not prove it is one's own. */
export function UnsubscribeLinkForm({ words, newsletter }: { words: Blog['subscription']; newsletter: Blog['newsletter'] }) {
	const [email, setEmail] = useState('')
	const [isWrong, setWrong] = useState(false)
	const done = { title: words.checkInbox.title, description: words.checkInbox.text }
	const { isSending, fields, submit } = useLeadForm<UnsubscribeLinkRequest>(sendUnsubscribeLinkRequest, done)

	async function send(website: string) {
		const address = email.trim()
		setWrong(!isEmailAddress(address))
		if (!isEmailAddress(address)) return
		if (await submit({ email: address, ...(website && { website }) })) setEmail('')
	}

	return (
		<form
			className="relative mt-6 grid max-w-md gap-4"
			method="post"
			action="/unsubscribe/link"
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				void send(readHoneypot(event.currentTarget))
			}}
		>
			<TextField
				label={newsletter.emailLabel}
				type="email"
				name="email"
				autoComplete="email"
				required
				maxLength={254}
				value={email}
				error={isWrong ? newsletter.invalidEmail : fields.email}
				onChange={(event) => {
					setEmail(event.target.value)
					setWrong(false)
				}}
			/>
			<Honeypot />
			<div>
				<Button type="submit" variant="secondary" pending={isSending}>
					{words.unsubscribe.linkButton}
				</Button>
			</div>
		</form>
	)
}
