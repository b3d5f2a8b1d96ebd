import { useState } from 'react'

import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { RadioGroup } from '#app/ui/choice.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Module } from '#content/schema/module.ts'
import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'

import { sendEarlyAccess, sendFeedback } from './lead-api.ts'
import { LeadEmail } from './lead-email.tsx'

type EarlyAccessFormProps = { words: NonNullable<Module['completion']['earlyAccess']>; moduleId: number }

export function EarlyAccessForm({ words, moduleId }: EarlyAccessFormProps) {
	const form = useForm(async ({ text, honeypot, form: element }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: NOT_AN_ADDRESS }
		await sendEarlyAccess({ email, moduleId, ...honeypot })
		element.reset()
		toast(words.successToast)
	})
	return (
		<Form of={form} className="relative grid content-start gap-4" action="/early-access">
			<h3>{words.title}</h3>
			<p>{words.text}</p>
			<LeadEmail label={words.emailLabel} problems={form.problems} />
			<input type="hidden" name="moduleId" value={moduleId} />
			<Submit of={form} variant="secondary">
				{words.submitLabel}
			</Submit>
		</Form>
	)
}

type FeedbackFormProps = { words: NonNullable<Module['completion']['feedback']>; moduleId: number }

export function FeedbackForm({ words, moduleId }: FeedbackFormProps) {
	const [helpful, setHelpful] = useState<'yes' | 'no' | null>(null)
	const form = useForm(async ({ text, honeypot, id, form: element }) => {
		await sendFeedback({ feedbackId: id, helpful: helpful === 'yes', suggestion: text('suggestion'), moduleId, ...honeypot })
		element.reset()
		setHelpful(null)
		toast(words.thanksToast)
	})
	return (
		<Form of={form} className="relative grid content-start gap-4" action="/feedback">
			<h3>{words.title}</h3>
			<RadioGroup
				label={words.question}
				name="helpful"
				options={[
					{ value: 'yes', label: words.yesLabel },
					{ value: 'no', label: words.noLabel },
				]}
				value={helpful}
				onChange={setHelpful}
			/>
			<TextArea label={words.suggestionLabel} name="suggestion" rows={4} maxLength={1000} error={form.problems.suggestion} />
			<input type="hidden" name="moduleId" value={moduleId} />
			<Honeypot />
			<Submit of={form} variant="secondary" disabled={helpful === null}>
				{words.submitLabel}
			</Submit>
		</Form>
	)
}
