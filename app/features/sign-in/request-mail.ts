import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'

import { RESEND_SECONDS } from './sign-in-state.ts'

/**
 * Requests a mail. One sent a moment ago counts as success: its code still works, and the next may be requested later.
 * @returns seconds until the next may be requested, or what went wrong
 */
export async function requestMail(call: () => Promise<AuthOutcome>): Promise<{ waitSeconds: number } | { problem: string }> {
	const outcome = await call()
	if (outcome.ok) return { waitSeconds: RESEND_SECONDS }
	const { refusal } = outcome
	return refusal.kind === 'limited' && refusal.sent === 'email'
		? { waitSeconds: refusal.seconds ?? RESEND_SECONDS }
		: { problem: describeRefusal(refusal) }
}
