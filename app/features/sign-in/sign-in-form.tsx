import { useRef, useState, type FormEvent } from 'react'

import { requestPasswordReset, requestSignInCode, signInWithPassword } from '#app/lib/auth-calls.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { paths } from '#contracts/paths.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { PasskeySignIn } from './passkey-sign-in.tsx'
import { checkSignIn, type SentMail, type SignInAction, type SignInErrors, type SignInFields } from './sign-in-state.ts'
import { useAuthForm } from './use-auth-form.ts'

type SignInFormProps = {
	initialEmail: string
	next: string | null
	/** False where this site has switched passkeys off. */
	hasPasskeys?: boolean | undefined
	onSignedIn: () => void
	onSent: (mail: SentMail) => void
}

function readFields(form: HTMLFormElement | null): SignInFields {
	const data = form ? new FormData(form) : new FormData()
	const text = (name: string) => {
		const value = data.get(name)
		return typeof value === 'string' ? value : ''
	}
	return { email: text('email'), password: text('password') }
}

function focusField(form: HTMLFormElement | null, name: keyof SignInFields): void {
	form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
}

/** One address and three ways to sign in: password, a code by email, or a link to a new password. */
export function SignInForm({ initialEmail, next, hasPasskeys = true, onSignedIn, onSent }: SignInFormProps) {
	const form = useRef<HTMLFormElement>(null)
	const [errors, setErrors] = useState<SignInErrors>({})
	const { busyWith, error, run, runMail } = useAuthForm<SignInAction | 'passkey'>()

	function begin(action: SignInAction) {
		// Read from the page, not from state: what was typed before hydration counts too.
		const fields = readFields(form.current)
		const email = fields.email.trim()
		const missing = checkSignIn(fields, action, isEmailAddress)
		setErrors(missing ?? {})
		if (missing) return focusField(form.current, missing.email ? 'email' : 'password')
		if (action === 'password') return void run(action, () => signInWithPassword(email, fields.password), onSignedIn)
		if (action === 'code')
			return void runMail(
				action,
				() => requestSignInCode({ email, next }),
				(waitSeconds) => onSent({ what: 'code', email, waitSeconds }),
			)
		void runMail(
			action,
			() => requestPasswordReset(email),
			(waitSeconds) => onSent({ what: 'recovery', email, waitSeconds }),
		)
	}

	function submit(event: FormEvent) {
		event.preventDefault()
		begin('password')
	}

	return (
		<form ref={form} noValidate method="post" action={paths.login} className="grid gap-5" onSubmit={submit}>
			{error && (
				<Callout tone="danger" role="alert" title="That did not work">
					<p>{error}</p>
				</Callout>
			)}
			<TextField
				label="Email address"
				name="email"
				type="email"
				autoComplete="username webauthn"
				inputMode="email"
				required
				defaultValue={initialEmail}
				error={errors.email}
			/>
			<PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button type="submit" size="lg" pending={busyWith === 'password'}>
					Sign in
				</Button>
				<Button variant="quiet" pending={busyWith === 'recovery'} onClick={() => begin('recovery')}>
					Forgot your password?
				</Button>
			</div>
			<div className="mt-4 border-t-2 border-dotted border-line-strong pt-6">
				<p className="mb-4">No password? We will email you a six-digit code and a link.</p>
				<div className="flex flex-wrap gap-x-5 gap-y-3">
					<Button variant="secondary" pending={busyWith === 'code'} onClick={() => begin('code')}>
						Email me a code
					</Button>
					{hasPasskeys && (
						<PasskeySignIn
							isBusy={busyWith === 'passkey'}
							onPress={(call) => void run('passkey', call, onSignedIn)}
							onSignedIn={onSignedIn}
						/>
					)}
				</div>
			</div>
		</form>
	)
}
