import { useState } from 'react'

import { Checkbox } from '#app/ui/choice.tsx'
import type { TrialQuiz } from '#content/schema/free-trial.ts'
import type { ActionPlanRequest } from '#contracts/leads.ts'
import { isBareAddress } from '#domain/email/email-address.ts'

import { sendActionPlanRequest } from './lead-api.ts'
import { LeadButton, LeadEmail, LeadForm } from './lead-form.tsx'
import { useLeadForm } from './use-lead-form.ts'

type ActionPlanFormProps = { words: TrialQuiz['plan']['mail']; type: ActionPlanRequest['type'] }
type Wrong = { email?: string; agrees?: string }

/** Sends the action plan by email, once, with consent. The page around it needs JavaScript anyway. */
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
		<LeadForm
			className="mt-10 max-w-md border-t border-line-strong pt-6"
			noValidate
			onSend={(website) => void send(website)}
			end={<LeadButton label={words.submitLabel} isSending={isSending} />}
		>
			<h3>{words.title}</h3>
			<LeadEmail label={words.emailLabel} value={email} error={wrong.email ?? fields.email} onText={setEmail} />
			<Checkbox
				label={words.consentLabel}
				name="agrees"
				required
				checked={agrees}
				{...(wrong.agrees && { error: wrong.agrees })}
				onChange={({ target }) => setAgrees(target.checked)}
			/>
		</LeadForm>
	)
}
