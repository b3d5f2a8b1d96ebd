import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'

import { RESEND_SECONDS } from './sign-in-state.ts'

/**
 * Requests an email. If one was sent shortly before, that counts as success: its code is still valid.
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
