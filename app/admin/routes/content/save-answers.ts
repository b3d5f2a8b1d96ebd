import { consolePaths } from '#contracts/console-paths.ts'
import type { SavedDraft } from '#server/console/shell/answer-autosave.ts'

/**
 * Fetches the form token of a new sign-in in another window.
 * @param owner email address of the operator who types: their text is never saved under another one's name
 * @returns null while signed out or offline, or if someone else is signed in
 */
export async function findFormToken(owner: string): Promise<string | null> {
	const answer = await fetch(consolePaths.account, { redirect: 'manual' }).catch(() => null)
	if (!answer?.ok) return null
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
	if (page.querySelector('[data-operator]')?.getAttribute('data-operator') !== owner) return null
	return page.querySelector<HTMLInputElement>('[name="form_token"]')?.value ?? null
}

/** @returns the state after a save; null for any other response */
export async function parseSaveResponse<Saved extends SavedDraft>(answer: Response): Promise<Saved | null> {
	if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return null
	const raw: unknown = await answer
		.clone()
		.json()
		.catch(() => null)
	// Error responses are JSON, too.
	return typeof raw === 'object' && raw !== null && 'base' in raw ? (raw as Saved) : null
}

/** Returns why a save was refused; null if the response doesn't say. */
export async function readMessage(answer: Response): Promise<string | null> {
	const raw: unknown = await answer.json().catch(() => null)
	return typeof raw === 'object' && raw !== null && 'message' in raw && typeof raw.message === 'string' ? raw.message : null
}

const OURS = new Set(['form_token', 'form_id', 'form_page', 'form_after', 'do'])

export function readFields(form: HTMLFormElement): Record<string, string> {
	const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !OURS.has(entry[0]))
	return Object.fromEntries(entries)
}

/** After this, a save counts as lost and is sent again, so that a form whose text is being restored doesn't stay locked. */
const ANSWER_MS = 15_000
/** Characters that a slow connection sends in a millisecond: the longest texts get more time. */
const SLOW_PER_MS = 10

/** Sends a form's fields; null if the server can't be reached. */
export function postFields(address: string, fields: Readonly<Record<string, string>>): Promise<Response | null> {
	const body = new FormData()
	for (const [name, value] of Object.entries(fields)) body.set(name, value)
	const length = Object.values(fields).reduce((sum, value) => sum + value.length, 0)
	const signal = AbortSignal.timeout(ANSWER_MS + length / SLOW_PER_MS)
	return fetch(address, { method: 'POST', body, headers: { accept: 'application/json' }, signal }).catch(() => null)
}
