import { type MouseEventHandler, useEffect, useEffectEvent } from 'react'

import { requestPasswordReset, requestSignInCode, signInWithPassword } from '#app/lib/auth-calls.ts'
import { type AuthOutcome, describeRefusal } from '#app/lib/auth-refusal.ts'
import { Form, typedText, useForm } from '#app/lib/form.tsx'
import { offerPasskeys, signInWithPasskey } from '#app/lib/passkey-calls.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { paths } from '#contracts/paths.ts'

import { checkSignIn, requestMail, type SentMail, type SignInAction } from './sign-in-state.ts'

type PasskeySignInProps = {
	isBusy: boolean
	onPress: MouseEventHandler<HTMLButtonElement>
	onSignedIn: () => void
}

/** Passkey button, shown if the browser supports passkeys. Where possible, passkeys are also in the email field's autofill. */
function PasskeySignIn({ isBusy, onPress, onSignedIn }: PasskeySignInProps) {
	const isOffered = useHydrated() && 'PublicKeyCredential' in window
	const arrive = useEffectEvent(onSignedIn)

	useEffect(() => {
		if (!isOffered) return
		const abort = new AbortController()
		void offerPasskeys(abort.signal).then((isSignedIn) => {
			if (isSignedIn && !abort.signal.aborted) arrive()
		})
		return () => abort.abort()
	}, [isOffered])

	if (!isOffered) return null
	return (
		<Button variant="secondary" pending={isBusy} onClick={onPress}>
			Sign in with a passkey
		</Button>
	)
}

type SignInFormProps = {
	initialEmail: string
	next: string | null
	hasPasskeys?: boolean | undefined
	onSignedIn: () => void
	onSent: (mail: SentMail) => void
}

export function SignInForm({ initialEmail, next, hasPasskeys = true, onSignedIn, onSent }: SignInFormProps) {
	const finish = (outcome: AuthOutcome) => (outcome.ok ? onSignedIn() : { form: describeRefusal(outcome.refusal) })
	const form = useForm<Exclude<SignInAction, 'password'> | 'passkey'>(async ({ action, text, data }) => {
		if (action === 'passkey') return finish(await signInWithPasskey())
		const [email, password] = [text('email'), typedText(data, 'password')]
		const missing = checkSignIn({ email, password }, action === 'submit' ? 'password' : action)
		if (missing) return missing
		if (action === 'submit') return finish(await signInWithPassword(email, password))
		const result = await requestMail(() => (action === 'code' ? requestSignInCode({ email, next }) : requestPasswordReset(email)))
		if ('problem' in result) return { form: result.problem }
		onSent({ what: action, email, ...result })
	})

	return (
		<Form of={form} action={paths.login}>
			<EmailField label="Email address" autoComplete="username webauthn" defaultValue={initialEmail} error={form.problems.email} />
			<PasswordField label="Password" name="password" autoComplete="current-password" error={form.problems.password} />
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button type="submit" size="lg" pending={form.isBusy}>
					Sign in
				</Button>
				<Button variant="quiet" pending={form.busyWith === 'recovery'} onClick={form.press('recovery')}>
					Forgot your password?
				</Button>
			</div>
			<div className="mt-4 border-t-2 border-dotted border-line-strong pt-6">
				<p className="mb-4">No password? We’ll email you a six-digit code and a link.</p>
				<div className="flex flex-wrap gap-x-5 gap-y-3">
					<Button variant="secondary" pending={form.busyWith === 'code'} onClick={form.press('code')}>
						Email me a code
					</Button>
					{hasPasskeys && <PasskeySignIn isBusy={form.busyWith === 'passkey'} onPress={form.press('passkey')} onSignedIn={onSignedIn} />}
				</div>
			</div>
		</Form>
	)
}
