import { useEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Landing } from '#content/schema/landing.ts'
import type { NewsletterRequest } from '#contracts/newsletter.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { Honeypot } from './honeypot.tsx'
import { sendNewsletterRequest } from './lead-api.ts'
import { readHoneypot } from './read-honeypot.ts'
import { useLeadForm } from './use-lead-form.ts'
import { useOptInPrompt } from './use-opt-in-prompt.ts'

type Words = Landing['optIn']

/** The email opt-in (spec A §4): opens once, asks for the mail that asks for the confirmation, shows the entered address. */
export function OptInPopup({ words }: { words: Words }) {
	const { isOpen, close } = useOptInPrompt()
	const [sentTo, setSentTo] = useState<string | null>(null)
	return (
		<Dialog title={sentTo === null ? words.title : words.successTitle} isOpen={isOpen} onClose={close} closeLabel={words.closeLabel}>
			{sentTo === null ? <OptInForm words={words} onSent={setSentTo} /> : <OptInSent words={words} email={sentTo} onClose={close} />}
		</Dialog>
	)
}

function OptInForm({ words, onSent }: { words: Words; onSent: (email: string) => void }) {
	const [typed, setTyped] = useState({ firstName: '', email: '' })
	const [wrong, setWrong] = useState<{ firstName?: string; email?: string }>({})
	const { isSending, fields, submit } = useLeadForm<NewsletterRequest>(sendNewsletterRequest, null)

	async function send(website: string) {
		const firstName = typed.firstName.trim()
		const email = typed.email.trim()
		const found = {
			...(firstName === '' && { firstName: words.missingFirstName }),
			...(!isEmailAddress(email) && { email: words.invalidEmail }),
		}
		setWrong(found)
		if (Object.keys(found).length > 0) return
		if (await submit({ email, firstName, source: 'popup', ...(website && { website }) })) onSent(email)
	}

	return (
		<form
			className="relative grid gap-5"
			method="post"
			action="/newsletter"
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				void send(readHoneypot(event.currentTarget))
			}}
		>
			<p>{words.text}</p>
			<TextField
				label={words.firstNameLabel}
				name="firstName"
				autoComplete="given-name"
				required
				maxLength={100}
				value={typed.firstName}
				error={wrong.firstName ?? fields.firstName}
				onChange={({ target }) => setTyped({ ...typed, firstName: target.value })}
			/>
			<TextField
				label={words.emailLabel}
				type="email"
				name="email"
				autoComplete="email"
				required
				maxLength={254}
				value={typed.email}
				error={wrong.email ?? fields.email}
				onChange={({ target }) => setTyped({ ...typed, email: target.value })}
			/>
			<input type="hidden" name="source" value="popup" />
			<Honeypot />
			<div>
				<Button type="submit" pending={isSending}>
					{isSending ? words.busyLabel : words.submitLabel}
				</Button>
			</div>
			<p className="text-soft">{words.privacyNote}</p>
		</form>
	)
}

function OptInSent({ words, email, onClose }: { words: Words; email: string; onClose: () => void }) {
	const button = useRef<HTMLButtonElement>(null)
	useEffect(() => button.current?.focus(), [])
	return (
		<>
			<p role="status">{words.successText.replace('{email}', email)}</p>
			<Button ref={button} variant="secondary" className="mt-6" onClick={onClose}>
				{words.closeLabel}
			</Button>
		</>
	)
}
