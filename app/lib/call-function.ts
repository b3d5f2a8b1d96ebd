import { type AuthOutcome, type AuthRefusal, refusalFrom } from './auth-refusal.ts'
import { fetchWithKey, loadAuth } from './backend.ts'
import { ApiError } from './own-api.ts'

function toRefusal(error: unknown): AuthRefusal {
	if (!(error instanceof ApiError) || error.failure.kind === 'unreachable') return { kind: 'unreachable' }
	const { status, code, message, retryAfterSeconds } = error.failure
	if (status === 429) return { kind: 'limited', seconds: retryAfterSeconds, sent: null }
	const refusal = refusalFrom({ status, code, message })
	return refusal.kind === 'second-factor' ? { ...refusal, wasAsked: true } : refusal
}

/** Runs an API call and returns an `AuthOutcome`, which the dialogs for second factor and reauthentication can handle. */
export async function callForOutcome<T>(call: () => Promise<T>): Promise<AuthOutcome<T>> {
	try {
		return { ok: true, value: await call() }
	} catch (error) {
		return { ok: false, refusal: toRefusal(error) }
	}
}

type FunctionBody = {
	success?: unknown
	error?: unknown
	message?: unknown
	code?: unknown
	retryAfterSeconds?: unknown
	session?: { access_token: string; refresh_token: string }
}

/**
 * Calls a function of `/functions/v1`. Most refusals are in the body, with status 200.
 * @returns the body; null if it isn't JSON
 * @throws TypeError if the server can't be reached
 */
export async function callFunction(name: string, body: object): Promise<FunctionBody | null> {
	const response = await fetchWithKey(`/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) })
	const answer = (await response.json().catch(() => null)) as FunctionBody | null
	if (answer?.session) await (await loadAuth()).setSession(answer.session)
	return answer
}
