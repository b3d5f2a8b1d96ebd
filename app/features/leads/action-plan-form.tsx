import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { TrialQuiz } from '#content/schema/free-trial.ts'
import type { ActionPlanRequest } from '#contracts/leads.ts'
import { isBareAddress } from '#domain/email/email-address.ts'

import { Honeypot } from './honeypot.tsx'
import { sendActionPlanRequest } from './lead-api.ts'
import { readHoneypot } from './read-honeypot.ts'
import { useLeadForm } from './use-lead-form.ts'

type ActionPlanFormProps = { words: TrialQuiz['plan']['mail']; type: ActionPlanRequest['type'] }
type Wrong = { email?: string; agrees?: string }

/** The action plan by email, once, for who says so (DECISIONS, Funnel). The page that holds it needs our code anyway. */
export function ActionPlanForm({ words, type }: ActionPlanFormProps) {
	const [email, setEmail] = useState('')
	const [agrees, setAgrees] = useState(false)
	const [wrong, setWrong] = useState<Wrong>({})
	const { isSending, fields, submit } = useLeadForm<ActionPlanRequest>(sendActionPlanRequest, words.successToast)

	async function send(website: string) {
		const address = email.trim()
		const found: Wrong = {
			...(!isBareAddress(address) && { email: words.invalidEmail }),
			...(!agrees && { agrees: words.missingConsent }),
		}
		setWrong(found)
		if (Object.keys(found).length > 0) return
		if (await submit({ email: address, type, agrees: true, ...(website && { website }) })) setEmail('')
	}

	return (
		<form
			className="relative mt-10 grid max-w-md gap-4 border-t border-line-strong pt-6"
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				void send(readHoneypot(event.currentTarget))
			}}
		>
			<h3>{words.title}</h3>
			<TextField
				label={words.emailLabel}
				type="email"
				name="email"
				autoComplete="email"
				required
				maxLength={254}
				value={email}
				error={wrong.email ?? fields.email}
				onChange={({ target }) => setEmail(target.value)}
			/>
			<Checkbox
				label={words.consentLabel}
				name="agrees"
				required
				checked={agrees}
				{...(wrong.agrees && { error: wrong.agrees })}
				onChange={({ target }) => setAgrees(target.checked)}
			/>
			<Honeypot />
			<div>
				<Button type="submit" variant="secondary" pending={isSending}>
					{words.submitLabel}
				</Button>
			</div>
		</form>
	)
}
