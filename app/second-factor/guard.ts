import { useState } from 'react'

import { type AuthOutcome, describeRefusal } from '#app/lib/auth-refusal.ts'
import { readEndedSession } from '#app/lib/ended-session.ts'
import { proofPrompt, secondFactorPrompt } from '#app/lib/prompt.ts'
import { toast } from '#app/ui/toast-store.ts'

async function isAnswered<T>(outcome: AuthOutcome<T>): Promise<boolean> {
	if (outcome.ok) return false
	if (outcome.refusal.kind === 'second-factor') return !outcome.refusal.wasAsked && secondFactorPrompt.ask()
	return outcome.refusal.kind === 'reauthenticate' && proofPrompt.ask()
}

/**
 * Runs a call. If the server requires the second factor or a code by email or SMS, opens its dialog and repeats the call. A data export can
 * require both, one after the other.
 */
export async function withProof<T>(call: () => Promise<AuthOutcome<T>>): Promise<AuthOutcome<T>> {
	const first = await call()
	if (!(await isAnswered(first))) return first
	const second = await call()
	const isAskedForMore = !first.ok && !second.ok && first.refusal.kind !== second.refusal.kind
	return isAskedForMore && (await isAnswered(second)) ? call() : second
}

/**
 * Runs a call. Opens the second-factor dialog if required, and shows a refusal as a toast.
 * @returns `run` resolves to the value, or null if the change failed
 */
export function useGuardedCall() {
	const [isBusy, setBusy] = useState(false)

	async function run<T>(call: () => Promise<AuthOutcome<T>>, done?: { title: string; description: string }): Promise<{ value: T } | null> {
		if (isBusy) return null
		setBusy(true)
		const outcome = await withProof(call)
		setBusy(false)
		if (!outcome.ok) {
			// The sign-in dialog already says this.
			if (outcome.refusal.kind === 'signed-out' && readEndedSession()) return null
			toast({ title: 'Error', description: describeRefusal(outcome.refusal), variant: 'destructive' })
			return null
		}
		if (done) toast(done)
		return { value: outcome.value }
	}
	return { isBusy, run }
}
