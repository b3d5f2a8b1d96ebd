import { useState } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'
import { readEndedSession } from '#app/lib/ended-session.ts'
import { toast } from '#app/ui/toast-store.ts'

import { withProof } from './guard.ts'

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
			// The sign-in dialog over the page already shows this.
			if (outcome.refusal.kind === 'signed-out' && readEndedSession()) return null
			toast({ title: 'Error', description: describeRefusal(outcome.refusal), variant: 'destructive' })
			return null
		}
		if (done) toast(done)
		return { value: outcome.value }
	}
	return { isBusy, run }
}
