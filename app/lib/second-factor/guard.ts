import type { AuthOutcome } from '#app/lib/auth-refusal.ts'

import { askForFactor } from './factor-question.ts'

/**
 * Runs a call that the server may refuse until the second factor was shown: then it is asked for, and the call runs again.
 */
export async function guard<T>(call: () => Promise<AuthOutcome<T>>): Promise<AuthOutcome<T>> {
	const outcome = await call()
	if (outcome.ok || outcome.refusal.kind !== 'second-factor' || outcome.refusal.wasAsked) return outcome
	return (await askForFactor()) ? call() : outcome
}
