import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Module } from '#content/schema/module.ts'
import { NOT_AN_ADDRESS, isEmailAddress } from '#domain/email/email-address.ts'

import { sendEarlyAccess } from './lead-api.ts'
import { LeadEmail } from './lead-email.tsx'

type EarlyAccessFormProps = { words: NonNullable<Module['completion']['earlyAccess']>; moduleId: number }

export function EarlyAccessForm({ words, moduleId }: EarlyAccessFormProps) {
	const form = useForm(async ({ text, trap, form: element }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: NOT_AN_ADDRESS }
		await sendEarlyAccess({ email, moduleId, ...trap })
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
