import { fetchWithKey, loadAuth } from './backend.ts'

type FunctionBody = {
	success?: unknown
	error?: unknown
	message?: unknown
	code?: unknown
	retryAfterSeconds?: unknown
	session?: { access_token: string; refresh_token: string }
}

/**
 * Calls a function of `/functions/v1`. A refusal is in the body, mostly with status 200. A right code of a second factor ends
 * the tokens it was sent with and brings a new session, which is stored before this returns.
 * @returns the body; null for an answer that is not JSON
 * @throws TypeError when the server cannot be reached
 */
export async function callFunction(name: string, body: object): Promise<FunctionBody | null> {
	const response = await fetchWithKey(`/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) })
	const answer = (await response.json().catch(() => null)) as FunctionBody | null
	if (answer?.session) await (await loadAuth()).setSession(answer.session)
	return answer
}
