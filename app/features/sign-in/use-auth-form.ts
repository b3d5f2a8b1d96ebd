import { useState } from 'react'

import { describeRefusal, type AuthOutcome } from '#app/lib/auth-refusal.ts'

import { RESEND_SECONDS } from './sign-in-state.ts'

/** Calls of the auth server behind one form: one at a time, then the next step or a sentence about what went wrong. */
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

	/** Requests a mail. One sent a moment ago counts as success: its code still works, and the next may be requested later. */
	async function runMail(action: Action, call: () => Promise<AuthOutcome>, onSent: (waitSeconds: number) => void) {
		let waitSeconds = RESEND_SECONDS
		const forgiving = async (): Promise<AuthOutcome> => {
			const outcome = await call()
			if (outcome.ok || outcome.refusal.kind !== 'limited' || !outcome.refusal.isMail) return outcome
			waitSeconds = outcome.refusal.seconds ?? RESEND_SECONDS
			return { ok: true, value: null }
		}
		await run(action, forgiving, () => onSent(waitSeconds))
	}

	return { busyWith, error, setError, run, runMail }
}
