import { requestPasswordReset, requestSignInCode } from '#app/lib/auth-calls.ts'
import { Form, Submit } from '#app/lib/form.tsx'
import { useForm } from '#app/lib/use-form.ts'
import { TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'

import { requestMail } from './request-mail.ts'
import type { SentMail } from './sign-in-state.ts'

/** Form that requests a new link of the same kind. The response is the same for every address. */
export function NewLinkForm({ isRecovery, next, onSent }: { isRecovery: boolean; next: string | null; onSent: (mail: SentMail) => void }) {
	const form = useForm(async ({ text }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: NOT_AN_ADDRESS }
		const asked = await requestMail(() => (isRecovery ? requestPasswordReset(email) : requestSignInCode({ email, next })))
		if ('problem' in asked) return { email: asked.problem }
		onSent({ what: isRecovery ? 'recovery' : 'code', email, ...asked })
	})
	return (
		<Form of={form} action={isRecovery ? paths.resetPassword : paths.login}>
			<TextField label="Email address" name="email" type="email" autoComplete="email" required error={form.problems.email} />
			<Submit of={form}>Send a new link</Submit>
		</Form>
	)
}
