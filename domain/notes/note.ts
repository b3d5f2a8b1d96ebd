import { isRecord, isTime } from '#domain/json/read-json.ts'

/** Longest text of one note, in UTF-16 units as JavaScript and Zod count. */
export const MAX_NOTE_LENGTH = 4000
/** Most versions of one note that wait for the learner's choice. */
export const MAX_VERSIONS = 20
/** Editors a version remembers: an older copy that comes back later is shown, not lost. */
export const MAX_SEEN = 60

/** An editor and how many of its edits are meant. */
export type Seen = readonly [editor: string, edits: number]

/** The text as one editor (a page that was open somewhere) left it. */
export type NoteVersion = {
	/** Name of the editor, chosen at random by the page. */
	id: string
	/** Counts this editor's changes: clocks decide nothing. */
	edits: number
	text: string
	/** Milliseconds since 1970, to be shown. */
	changedAt: number
	/** Which edits of others this text replaces, oldest first. */
	seen: readonly Seen[]
}

/** A learner's note on one section. More than one version: edits of two browsers met, and both are kept until the learner chooses. */
export type Note = { moduleId: number; sectionId: string; versions: readonly NoteVersion[] }

export const noteId = ({ moduleId, sectionId }: Pick<Note, 'moduleId' | 'sectionId'>): string => `${moduleId}/${sectionId}`

/** Text as every store accepts it: no NUL, no half of a character, not too long. */
export const fitNote = (raw: string): string =>
	raw
		.replaceAll('\u0000', '')
		.slice(0, MAX_NOTE_LENGTH)
		.replaceAll(/\p{Surrogate}/gu, '')

const isCount = (raw: unknown): raw is number => isTime(raw) && raw > 0 && raw <= 1_000_000_000
const isEditor = (raw: unknown): raw is string => typeof raw === 'string' && /^[\w-]{1,40}$/.test(raw)
const isSeen = (raw: unknown): raw is Seen => Array.isArray(raw) && raw.length === 2 && isEditor(raw[0]) && isCount(raw[1])

function parseVersion(raw: unknown): NoteVersion | null {
	if (!isRecord(raw) || !isEditor(raw.id) || !isCount(raw.edits) || typeof raw.text !== 'string') return null
	return {
		id: raw.id,
		edits: raw.edits,
		text: fitNote(raw.text),
		changedAt: isTime(raw.changedAt) ? raw.changedAt : 0,
		seen: Array.isArray(raw.seen) ? raw.seen.filter(isSeen).slice(-MAX_SEEN) : [],
	}
}

/** Reads a note that an older build, another tab, a person or the account wrote; null where nothing of it can be read. */
export function parseNote(raw: unknown): Note | null {
	if (!isRecord(raw) || !isTime(raw.moduleId) || typeof raw.sectionId !== 'string' || !/^[a-z0-9-]{1,80}$/.test(raw.sectionId)) return null
	const versions = Array.isArray(raw.versions) ? raw.versions.map(parseVersion).filter((version) => version !== null) : []
	return versions.length === 0 ? null : { moduleId: raw.moduleId, sectionId: raw.sectionId, versions: versions.slice(0, MAX_VERSIONS) }
}
