import type { ComponentProps } from 'react'

import { changePassword } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, Submit, typedText, useForm } from '#app/lib/form.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'

import { withProof } from './guard.ts'

type NewPasswordFormProps = { email: string; onChanged: () => void } & Pick<ComponentProps<typeof Submit>, 'size' | 'variant' | 'children'>

/** Form for a new password, whose strength the server checks. */
export function NewPasswordForm({ email, onChanged, ...button }: NewPasswordFormProps) {
	const form = useForm(async ({ data, form: element }) => {
		const password = typedText(data, 'new-password')
		if (password === '') return { 'new-password': 'Please enter a new password' }
		const outcome = await withProof(() => changePassword(password))
		if (!outcome.ok) return { 'new-password': describeRefusal(outcome.refusal) }
		element.reset()
		onChanged()
	})
	return (
		<Form of={form}>
			<input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
			<PasswordField
				label="New password"
				hint="At least 8 characters. Three or four random words work well."
				name="new-password"
				autoComplete="new-password"
				error={form.problems['new-password']}
			/>
			<Submit of={form} {...button} />
		</Form>
	)
}
