import type { AuthOutcome, AuthRefusal } from './auth-refusal.ts'
import { refusalFrom } from './auth-refusal.ts'
import { ApiError } from './own-api.ts'

function toRefusal(error: unknown): AuthRefusal {
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable') return { kind: 'unreachable' }
	const { status, code, message, retryAfterSeconds } = error.failure
	if (status === 429) return { kind: 'limited', seconds: retryAfterSeconds, sent: null }
	const refusal = refusalFrom({ status, code, message })
	return refusal.kind === 'second-factor' ? { ...refusal, wasAsked: true } : refusal
}

/**
 * Runs an API call and returns its result as `AuthOutcome`, so that the dialogs for second factor and reauthentication work for
 * API calls, too.
 */
export async function callForOutcome<T>(call: () => Promise<T>): Promise<AuthOutcome<T>> {
	try {
		return { ok: true, value: await call() }
	} catch (error) {
		return { ok: false, refusal: toRefusal(error) }
	}
}
