import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Module } from '#content/schema/module.ts'
import type { EarlyAccessRequest } from '#contracts/leads.ts'

import { Honeypot } from './honeypot.tsx'
import { sendEarlyAccess } from './lead-api.ts'
import { readHoneypot } from './read-honeypot.ts'
import { useLeadForm } from './use-lead-form.ts'

type EarlyAccessFormProps = { words: NonNullable<Module['completion']['earlyAccess']>; moduleId: number }

/** Puts an address on the early-access list. A blank one is ignored without a word (spec B §5). */
export function EarlyAccessForm({ words, moduleId }: EarlyAccessFormProps) {
	const [email, setEmail] = useState('')
	const { isSending, fields, submit } = useLeadForm<EarlyAccessRequest>(sendEarlyAccess, words.successToast)

	async function send(website: string) {
		if (email.trim() === '') return
		if (await submit({ email: email.trim(), moduleId, ...(website && { website }) })) setEmail('')
	}

	return (
		<form
			className="relative grid content-start gap-4"
			method="post"
			action="/early-access"
			onSubmit={(event) => {
				event.preventDefault()
				void send(readHoneypot(event.currentTarget))
			}}
		>
			<h3>{words.title}</h3>
			<p>{words.text}</p>
			<TextField
				label={words.emailLabel}
				type="email"
				name="email"
				autoComplete="email"
				required
				maxLength={254}
				value={email}
				error={fields.email}
				onChange={(event) => setEmail(event.target.value)}
			/>
			<input type="hidden" name="moduleId" value={moduleId} />
			<Honeypot />
			<div>
				<Button type="submit" variant="secondary" pending={isSending}>
					{words.submitLabel}
				</Button>
			</div>
		</form>
	)
}
