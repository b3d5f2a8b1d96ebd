import { useState } from 'react'

import type { Module } from '#content/schema/module.ts'
import type { EarlyAccessRequest } from '#contracts/leads.ts'

import { sendEarlyAccess } from './lead-api.ts'
import { LeadButton, LeadEmail, LeadForm } from './lead-form.tsx'
import { useLeadForm } from './use-lead-form.ts'

type EarlyAccessFormProps = { words: NonNullable<Module['completion']['earlyAccess']>; moduleId: number }

/** Puts an address on the early-access list. An empty one is ignored silently. */
export function EarlyAccessForm({ words, moduleId }: EarlyAccessFormProps) {
	const [email, setEmail] = useState('')
	const { isSending, fields, submit } = useLeadForm<EarlyAccessRequest>(sendEarlyAccess, words.successToast)

	async function send(website: string) {
		if (email.trim() === '') return
		if (await submit({ email: email.trim(), moduleId, ...(website && { website }) })) setEmail('')
	}

	return (
		<LeadForm
			className="content-start"
			action="/early-access"
			onSend={(website) => void send(website)}
			end={<LeadButton label={words.submitLabel} isSending={isSending} />}
		>
			<h3>{words.title}</h3>
			<p>{words.text}</p>
			<LeadEmail label={words.emailLabel} value={email} error={fields.email} onText={setEmail} />
			<input type="hidden" name="moduleId" value={moduleId} />
		</LeadForm>
	)
}
