import { Form, hasErrors, Submit, useForm } from '#app/lib/form.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { TrialQuiz } from '#content/schema/free-trial.ts'
import type { ActionPlanRequest } from '#contracts/leads.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { sendActionPlanRequest } from './lead-api.ts'
import { LeadEmail } from './lead-email.tsx'

type ActionPlanFormProps = { words: TrialQuiz['plan']['mail']; type: ActionPlanRequest['type'] }

/** No fallback without JavaScript, because the page around it needs JavaScript anyway. */
export function ActionPlanForm({ words, type }: ActionPlanFormProps) {
	const form = useForm(async ({ text, data, honeypot, form: element }) => {
		const email = text('email')
		const wrong = {
			email: isEmailAddress(email) ? undefined : words.invalidEmail,
			agrees: data.has('agrees') ? undefined : words.missingConsent,
		}
		if (hasErrors(wrong)) return wrong
		await sendActionPlanRequest({ email, type, agrees: true, ...honeypot })
		element.reset()
		toast(words.successToast)
	})
	return (
		<Form of={form} className="relative mt-10 grid max-w-md gap-4 border-t border-line-strong pt-6">
			<h3>{words.title}</h3>
			<LeadEmail label={words.emailLabel} problems={form.problems} />
			<Checkbox label={words.consentLabel} name="agrees" required error={form.problems.agrees} />
			<Submit of={form} variant="secondary">
				{words.submitLabel}
			</Submit>
		</Form>
	)
}
