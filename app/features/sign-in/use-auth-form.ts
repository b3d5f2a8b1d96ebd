import { useState } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'

/** Calls of the auth server behind one form: busy with one of them at a time, then the way on or a sentence about what went wrong. */
export function useAuthForm<Action extends string>() {
	const [busyWith, setBusyWith] = useState<Action | null>(null)
	const [error, setError] = useState<string | null>(null)

	async function run(action: Action, call: () => Promise<AuthOutcome>, onDone: () => void) {
		if (busyWith) return
		setBusyWith(action)
		setError(null)
		const outcome = await call()
		setBusyWith(null)
		if (outcome.ok) return onDone()
		setError(describeRefusal(outcome.refusal))
	}

	return { busyWith, error, setError, run }
}
