import { useState, type FormEvent } from 'react'

import { changePassword } from '#app/lib/auth-calls.ts'
import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { guard } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { toast } from '#app/ui/toast-store.ts'

/** A password, the first or another. The server judges its strength; the form shows the answer. */
export function PasswordForm({ email }: { email: string }) {
	const [password, setPassword] = useState('')
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		if (password === '') return setError('Please enter a new password')
		setBusy(true)
		const outcome = await guard(() => changePassword(password))
		setBusy(false)
		if (!outcome.ok) return setError(describeRefusal(outcome.refusal))
		setPassword('')
		toast({ title: 'Password changed', description: 'All other devices have been signed out' })
	}

	return (
		<section aria-labelledby="password" className="grid w-full max-w-read grid-cols-1 gap-4">
			<h3 id="password">Password</h3>
			<form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
				<input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
				<PasswordField
					label="New password"
					hint="At least 8 characters. Three or four random words work well."
					name="new-password"
					autoComplete="new-password"
					value={password}
					error={error}
					onChange={(event) => {
						setPassword(event.target.value)
						setError(undefined)
					}}
				/>
				<div>
					<Button type="submit" variant="secondary" pending={isBusy}>
						Change Password
					</Button>
				</div>
			</form>
		</section>
	)
}
