import { useEffect, useRef, useState } from 'react'

import { Form, hasErrors, Submit, useForm } from '#app/lib/form.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Landing } from '#content/schema/landing.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { sendNewsletterRequest } from './lead-api.ts'
import { LeadEmail } from './lead-email.tsx'
import { useOptInPrompt } from './use-opt-in-prompt.ts'

type Words = Landing['optIn']

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
	const form = useForm(async ({ text, honeypot }) => {
		const [firstName, email] = [text('firstName'), text('email')]
		const wrong = {
			firstName: firstName === '' ? words.missingFirstName : undefined,
			email: isEmailAddress(email) ? undefined : words.invalidEmail,
		}
		if (hasErrors(wrong)) return wrong
		await sendNewsletterRequest({ email, firstName, source: 'popup', ...honeypot })
		onSent(email)
	})
	return (
		<Form of={form} className="relative grid gap-4" action="/newsletter">
			<p>{words.text}</p>
			<TextField
				label={words.firstNameLabel}
				name="firstName"
				autoComplete="given-name"
				required
				maxLength={100}
				error={form.problems.firstName}
			/>
			<LeadEmail label={words.emailLabel} problems={form.problems} />
			<input type="hidden" name="source" value="popup" />
			<Submit of={form}>{form.isBusy ? words.busyLabel : words.submitLabel}</Submit>
			<p className="text-soft">{words.privacyNote}</p>
		</Form>
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
