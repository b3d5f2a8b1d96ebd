import { type AuthOutcome, describeRefusal } from '#app/lib/auth-refusal.ts'
import type { FormErrors } from '#app/lib/form.tsx'
import { isEmailAddress, INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'

/** State of the sign-in page. The email is kept when going back. */
export type SignInState = { step: 'form'; email: string } | { step: 'organization'; email: string } | ({ step: 'sent' } & SentMail)

/** `waitSeconds`: time until another email may be requested. */
export type SentMail = { what: 'code' | 'recovery'; email: string; waitSeconds: number }

/** Minimum seconds between two emails to one address. */
export const RESEND_SECONDS = 60

type SignInFields = { email: string; password: string }
export type SignInAction = 'password' | 'code' | 'recovery'

export function checkSignIn({ email, password }: SignInFields, action: SignInAction): FormErrors | null {
	const errors: FormErrors = {
		...(isEmailAddress(email.trim()) ? {} : { email: INVALID_EMAIL_MESSAGE }),
		...(action === 'password' && password === '' ? { password: 'Please enter your password' } : {}),
	}
	return Object.keys(errors).length > 0 ? errors : null
}

/**
 * Requests an email. A limit hit because one was sent shortly before counts as success: its code is still valid.
 * @returns seconds until the next email may be requested, or the problem
 */
export async function requestMail(call: () => Promise<AuthOutcome>): Promise<{ waitSeconds: number } | { problem: string }> {
	const outcome = await call()
	if (outcome.ok) return { waitSeconds: RESEND_SECONDS }
	const { refusal } = outcome
	return refusal.kind === 'limited' && refusal.sent === 'email'
		? { waitSeconds: refusal.seconds ?? RESEND_SECONDS }
		: { problem: describeRefusal(refusal) }
}
