import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { secondFactorPrompt, proofQuestion } from '#app/lib/question.ts'

async function isAnswered<T>(outcome: AuthOutcome<T>): Promise<boolean> {
	if (outcome.ok) return false
	if (outcome.refusal.kind === 'second-factor') return !outcome.refusal.wasAsked && secondFactorPrompt.ask()
	return outcome.refusal.kind === 'reauthenticate' && proofQuestion.ask()
}

/**
 * Runs a call. If the server requires the second factor or a code by message, opens its dialog and repeats the call. A data
 * export can require both, one after the other.
 */
export async function withProof<T>(call: () => Promise<AuthOutcome<T>>): Promise<AuthOutcome<T>> {
	const first = await call()
	if (!(await isAnswered(first))) return first
	const second = await call()
	const isAskedForMore = !first.ok && !second.ok && first.refusal.kind !== second.refusal.kind
	return isAskedForMore && (await isAnswered(second)) ? call() : second
}
