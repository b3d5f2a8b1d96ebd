import { storedValue } from '#app/lib/browser-storage.ts'

/** Unsaved text of the content editor. */
export type KeptDraft = { fields: Readonly<Record<string, string>>; at: string }

const isText = (value: unknown): value is string => typeof value === 'string'

function parse(raw: unknown): KeptDraft | null {
	if (typeof raw !== 'object' || raw === null || !('fields' in raw) || !('at' in raw)) return null
	const { fields, at } = raw
	if (typeof fields !== 'object' || fields === null || !isText(at) || !Object.values(fields).every(isText)) return null
	return { fields: fields as Record<string, string>, at }
}

/** Kept in this browser from each key press until the server has it. The console alone has this key. @param file path of the text */
export const keptDraft = (file: string) => storedValue(`launchway_console_draft:${file}`, parse)
