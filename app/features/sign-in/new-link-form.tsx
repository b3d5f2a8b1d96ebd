import type { FormEvent } from 'react'

import { requestPasswordReset, requestSignInCode } from '#app/lib/auth-calls.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import type { SentMail } from './sign-in-state.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Asks for a fresh link of the same kind. The answer is the same for every address. */
export function NewLinkForm({ isRecovery, next, onSent }: { isRecovery: boolean; next: string | null; onSent: (mail: SentMail) => void }) {
	const { busyWith, error, setError, runMail } = useAuthForm<'send'>()

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const typed = new FormData(event.currentTarget).get('email')
		const address = typeof typed === 'string' ? typed.trim() : ''
		if (!isEmailAddress(address)) return setError('Please enter a valid email address')
		void runMail(
			'send',
			() => (isRecovery ? requestPasswordReset(address) : requestSignInCode({ email: address, next })),
			(waitSeconds) => onSent({ what: isRecovery ? 'recovery' : 'code', email: address, waitSeconds }),
		)
	}

	return (
		<form noValidate method="post" action={isRecovery ? paths.resetPassword : paths.login} className="grid gap-5" onSubmit={submit}>
			<TextField label="Email address" name="email" type="email" autoComplete="email" required error={error ?? undefined} />
			<div>
				<Button type="submit" pending={busyWith === 'send'}>
					Send a new link
				</Button>
			</div>
		</form>
	)
}
