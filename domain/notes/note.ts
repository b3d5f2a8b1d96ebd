import { fitText, isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'

/** Maximum length of a note, in UTF-16 units like JavaScript and Zod. */
export const MAX_NOTE_LENGTH = 4000
export const MAX_VERSIONS = 20
/** Maximum editors in `seen`. An old copy by an editor beyond this limit may be shown again, but nothing is lost. */
export const MAX_SEEN_ENTRIES = 60

/** An editor, and the number of that editor's edits that a text includes. */
export type SeenEdits = readonly [editor: string, edits: number]

/** Text as left by one editor. An editor is a page that is open in a browser. */
export type NoteVersion = {
	/** Random ID of the editor, chosen by the page. */
	id: string
	/** Number of this editor's edits. Of two versions by one editor, the one with more edits is newer, whatever the clocks say. */
	edits: number
	text: string
	/** Milliseconds since 1970, only for display. */
	changedAt: number
	/** Other editors' edits that this text replaces, oldest first. */
	seen: readonly SeenEdits[]
}

/** A learner's note on a section. If its versions conflict, all are kept until the learner chooses. */
export type Note = { moduleId: number; sectionId: string; versions: readonly NoteVersion[] }

export const noteId = ({ moduleId, sectionId }: Pick<Note, 'moduleId' | 'sectionId'>): string => `${moduleId}/${sectionId}`

export const fitNote = (raw: string): string => fitText(raw, MAX_NOTE_LENGTH)

const isCount = (raw: unknown): raw is number => isNonNegativeInteger(raw) && raw > 0 && raw <= 1_000_000_000
const isEditor = (raw: unknown): raw is string => typeof raw === 'string' && /^[\w-]{1,40}$/.test(raw)
const isSeen = (raw: unknown): raw is SeenEdits => Array.isArray(raw) && raw.length === 2 && isEditor(raw[0]) && isCount(raw[1])

function parseVersion(raw: unknown): NoteVersion | null {
	if (!isRecord(raw) || !isEditor(raw.id) || !isCount(raw.edits) || typeof raw.text !== 'string') return null
	return {
		id: raw.id,
		edits: raw.edits,
		text: fitNote(raw.text),
		changedAt: isNonNegativeInteger(raw.changedAt) ? raw.changedAt : 0,
		seen: Array.isArray(raw.seen) ? raw.seen.filter(isSeen).slice(-MAX_SEEN_ENTRIES) : [],
	}
}

/** Parses a stored note, which may come from an older build or another tab; null if it is unusable. */
export function parseNote(raw: unknown): Note | null {
	if (
		!isRecord(raw) ||
		!isNonNegativeInteger(raw.moduleId) ||
		typeof raw.sectionId !== 'string' ||
		!/^[a-z0-9-]{1,80}$/.test(raw.sectionId)
	)
		return null
	const versions = Array.isArray(raw.versions) ? raw.versions.map(parseVersion).filter((version) => version !== null) : []
	return versions.length === 0 ? null : { moduleId: raw.moduleId, sectionId: raw.sectionId, versions: versions.slice(0, MAX_VERSIONS) }
}
