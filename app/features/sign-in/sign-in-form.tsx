import { useState, type FormEvent } from 'react'

import { requestPasswordReset, requestSignInCode, signInWithPassword } from '#app/lib/auth-calls.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { PasswordField } from './password-field.tsx'
import { checkSignIn, type SignInAction, type SignInErrors } from './sign-in-state.ts'
import { useAuthForm } from './use-auth-form.ts'

type SignInFormProps = {
	initialEmail: string
	next: string | null
	onSignedIn: () => void
	onSent: (what: 'code-sent' | 'recovery-sent', email: string) => void
}

/** One address and three ways in: password, a code by e-mail, or a link to a new password. */
export function SignInForm({ initialEmail, next, onSignedIn, onSent }: SignInFormProps) {
	const [fields, setFields] = useState({ email: initialEmail, password: '' })
	const [errors, setErrors] = useState<SignInErrors>({})
	const { busyWith, error, run } = useAuthForm<SignInAction>()
	const email = fields.email.trim()

	function begin(action: SignInAction) {
		const missing = checkSignIn(fields, action, isEmailAddress)
		setErrors(missing ?? {})
		if (missing) return
		if (action === 'password') return void run(action, () => signInWithPassword(email, fields.password), onSignedIn)
		if (action === 'code')
			return void run(
				action,
				() => requestSignInCode({ email, next }),
				() => onSent('code-sent', email),
			)
		void run(
			action,
			() => requestPasswordReset(email),
			() => onSent('recovery-sent', email),
		)
	}

	function submit(event: FormEvent) {
		event.preventDefault()
		begin('password')
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={submit}>
			{error && (
				<Callout tone="danger" role="alert" title="That did not work">
					<p>{error}</p>
				</Callout>
			)}
			<TextField
				label="Email address"
				name="email"
				type="email"
				autoComplete="username"
				inputMode="email"
				required
				value={fields.email}
				error={errors.email}
				onChange={(event) => setFields({ ...fields, email: event.target.value })}
			/>
			<PasswordField
				label="Password"
				name="password"
				autoComplete="current-password"
				value={fields.password}
				error={errors.password}
				onChange={(event) => setFields({ ...fields, password: event.target.value })}
			/>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button type="submit" size="lg" pending={busyWith === 'password'}>
					Sign in
				</Button>
				<Button variant="quiet" pending={busyWith === 'recovery'} onClick={() => begin('recovery')}>
					Forgot your password?
				</Button>
			</div>
			<div className="mt-4 border-t-2 border-dotted border-line-strong pt-6">
				<p className="mb-4">No password? We send a six-digit code and a link to your address.</p>
				<Button variant="secondary" pending={busyWith === 'code'} onClick={() => begin('code')}>
					Email me a code
				</Button>
			</div>
		</form>
	)
}
