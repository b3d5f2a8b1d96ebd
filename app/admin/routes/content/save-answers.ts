import { consolePaths } from '#contracts/console-paths.ts'
import type { AutosaveResponse } from '#server/console/content/save-file.ts'

/** Fetches the form token of a new sign-in in another window; null while signed out or offline. */
export async function findFormToken(): Promise<string | null> {
	const answer = await fetch(consolePaths.actions, { redirect: 'manual' }).catch(() => null)
	if (!answer?.ok) return null
	return /name="form_token" value="([^"]+)"/.exec(await answer.text())?.[1] ?? null
}

function readAnswer(raw: unknown): AutosaveResponse | null {
	// Error responses are JSON, too.
	if (typeof raw !== 'object' || raw === null || !('editing' in raw)) return null
	const answer = raw as AutosaveResponse
	const { conflict } = answer.editing
	return conflict ? { ...answer, editing: { ...answer.editing, conflict: { ...conflict, at: new Date(conflict.at) } } } : answer
}

/** Returns the state after a save; null for any other response. */
export async function readSaved(answer: Response): Promise<AutosaveResponse | null> {
	if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return null
	return answer
		.clone()
		.json()
		.then(readAnswer, () => null)
}

/** Returns why a save was refused; null if the response doesn't say. */
export async function readMessage(answer: Response): Promise<string | null> {
	const raw: unknown = await answer.json().catch(() => null)
	return typeof raw === 'object' && raw !== null && 'message' in raw && typeof raw.message === 'string' ? raw.message : null
}
