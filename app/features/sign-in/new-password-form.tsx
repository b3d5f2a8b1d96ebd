import { useState, type FormEvent } from 'react'

import { changePassword } from '#app/lib/auth-calls.ts'
import { guard } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'

import { useAuthForm } from './use-auth-form.ts'

/** A new password for the signed-in account. The server judges its strength; the form shows the answer. */
export function NewPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
	const [password, setPassword] = useState('')
	const { busyWith, error, setError, run } = useAuthForm<'change'>()

	function submit(event: FormEvent) {
		event.preventDefault()
		if (password === '') return setError('Please enter a new password.')
		void run('change', () => guard(() => changePassword(password)), onChanged)
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={submit}>
			{error && (
				<Callout tone="danger" role="alert" title="Not saved yet">
					<p>{error}</p>
				</Callout>
			)}
			<input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
			<PasswordField
				label="New password"
				hint="At least 8 characters. Three or four random words work well."
				name="new-password"
				autoComplete="new-password"
				value={password}
				onChange={(event) => setPassword(event.target.value)}
			/>
			<div>
				<Button type="submit" size="lg" pending={busyWith === 'change'}>
					Save new password
				</Button>
			</div>
		</form>
	)
}
