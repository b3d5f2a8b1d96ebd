import { useEffect, useRef } from 'react'

import { requestPasswordReset, requestSignInCode } from '#app/lib/auth-calls.ts'
import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { paths } from '#contracts/paths.ts'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'

import { CodeEntry } from './code-entry.tsx'
import { requestMail, type SentMail } from './sign-in-state.ts'

/** Form that requests a new link. The response is the same for all addresses. */
export function NewLinkForm({ isRecovery, next, onSent }: { isRecovery: boolean; next: string | null; onSent: (mail: SentMail) => void }) {
	const form = useForm(async ({ text }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: INVALID_EMAIL_MESSAGE }
		const result = await requestMail(() => (isRecovery ? requestPasswordReset(email) : requestSignInCode({ email, next })))
		if ('problem' in result) return { email: result.problem }
		onSent({ what: isRecovery ? 'recovery' : 'code', email, ...result })
	})
	return (
		<Form of={form} action={isRecovery ? paths.resetPassword : paths.login}>
			<EmailField label="Email address" error={form.problems.email} />
			<Submit of={form}>Send a new link</Submit>
		</Form>
	)
}

type MailSentProps = {
	mail: SentMail
	next: string | null
	onSignedIn: () => void
	onBack: () => void
}

const WORDS = {
	code: { mail: 'a six-digit code and a sign-in link', submit: 'Sign in with code' },
	recovery: { mail: 'a six-digit code and a link to set a new password', submit: 'Set a new password' },
}

/** Page shown after requesting an email. It is the same for all addresses, so that it doesn't reveal who has an account. */
export function MailSent({ mail: { what, email, waitSeconds }, next, onSignedIn, onBack }: MailSentProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const words = WORDS[what]
	return (
		<div className="grid gap-5">
			<h2 ref={heading} tabIndex={-1} className="outline-none">
				Check your inbox
			</h2>
			<p>
				If there’s an account for <strong>{email}</strong>, {words.mail} are on the way. The email says how long they work.
			</p>
			<CodeEntry
				email={email}
				waitSeconds={waitSeconds}
				label="6-digit code"
				submitLabel={words.submit}
				resend={() => (what === 'code' ? requestSignInCode({ email, next }) : requestPasswordReset(email))}
				onSignedIn={onSignedIn}
			/>
			<p>
				<Button variant="quiet" onClick={onBack}>
					Use another address
				</Button>
			</p>
		</div>
	)
}
