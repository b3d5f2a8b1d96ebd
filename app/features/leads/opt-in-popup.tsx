import { useEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Landing } from '#content/schema/landing.ts'
import type { NewsletterRequest } from '#contracts/newsletter.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { sendNewsletterRequest } from './lead-api.ts'
import { LeadButton, LeadEmail, LeadForm } from './lead-form.tsx'
import { useLeadForm } from './use-lead-form.ts'
import { useOptInPrompt } from './use-opt-in-prompt.ts'

type Words = Landing['optIn']

/** The email opt-in: opens once, requests the mail that asks for confirmation, shows the entered address. */
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
		<LeadForm
			action="/newsletter"
			noValidate
			onSend={(website) => void send(website)}
			end={
				<>
					<LeadButton label={isSending ? words.busyLabel : words.submitLabel} variant="primary" isSending={isSending} />
					<p className="text-soft">{words.privacyNote}</p>
				</>
			}
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
			<LeadEmail
				label={words.emailLabel}
				value={typed.email}
				error={wrong.email ?? fields.email}
				onText={(email) => setTyped({ ...typed, email })}
			/>
			<input type="hidden" name="source" value="popup" />
		</LeadForm>
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
