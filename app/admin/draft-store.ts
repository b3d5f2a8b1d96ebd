import { storedValue } from '#app/lib/browser-storage.ts'

type Fields = Readonly<Record<string, string>>

/** Unsaved text of the content editor. `sent` has been sent without a response so far: the server may already have it. */
export type KeptDraft = { fields: Fields; at: string; sent?: Fields }

const areFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && Object.values(value).every((field) => typeof field === 'string')

function parse(raw: unknown): KeptDraft | null {
	if (typeof raw !== 'object' || raw === null || !('fields' in raw) || !('at' in raw)) return null
	const { fields, at } = raw
	if (!areFields(fields) || typeof at !== 'string') return null
	return { fields, at, ...('sent' in raw && areFields(raw.sent) && { sent: raw.sent }) }
}

/**
 * Keeps unsaved text in this browser until the server has it. Only the console uses this storage key.
 * @param file path of the text
 */
export const keptDraft = (file: string) => storedValue(`launchway_console_draft:${file}`, parse)
