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
 * Calls a function of `/functions/v1`. Most refusals are in the body, with status 200. A correct second-factor code replaces the
 * session: the new one is stored before this returns.
 * @returns the body; null if it isn't JSON
 * @throws TypeError if the server can't be reached
 */
export async function callFunction(name: string, body: object): Promise<FunctionBody | null> {
	const response = await fetchWithKey(`/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) })
	const answer = (await response.json().catch(() => null)) as FunctionBody | null
	if (answer?.session) await (await loadAuth()).setSession(answer.session)
	return answer
}
