import { fitNote, MAX_SEEN_ENTRIES, type Note, type NoteVersion, type SeenEdits } from './note.ts'

const isWritten = ({ text }: NoteVersion) => text.trim() !== ''
const byNewest = (a: NoteVersion, b: NoteVersion) => b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1)

export type ShownNote = {
	/** Version shown in the field; null if nothing was ever written. */
	own: NoteVersion | null
	/** Concurrent versions from other browsers, newest first. */
	others: readonly NoteVersion[]
}

/**
 * Picks the version to show: the editor's own, otherwise the latest one with text, otherwise an empty one. `others` are all others with
 * text.
 */
export function showNote(note: Note | null, editor: string): ShownNote {
	const versions = (note?.versions ?? []).toSorted(byNewest)
	const own = versions.find(({ id }) => id === editor) ?? versions.find(isWritten) ?? versions[0] ?? null
	return { own, others: versions.filter((version) => version !== own && isWritten(version)) }
}

function unite(seen: readonly SeenEdits[]): SeenEdits[] {
	const furthest = new Map<string, number>()
	for (const [editor, edits] of seen) {
		const held = Math.max(furthest.get(editor) ?? 0, edits)
		furthest.delete(editor)
		furthest.set(editor, held) // moves the editor to the end, so that the oldest entries are cut off
	}
	return [...furthest].slice(-MAX_SEEN_ENTRIES)
}

export type NoteEdit = {
	text: string
	editor: string
	nowMs: number
	/** Versions of other editors that the learner chose to replace. */
	settles?: readonly NoteVersion[]
}

/** Edits a note. The new version replaces the edited one, those in `settles`, and empty ones. Other versions are kept. */
export function editNote(note: Note, { text, editor, nowMs, settles = [] }: NoteEdit): Note {
	const { own } = showNote(note, editor)
	const emptied = note.versions.filter((version) => !isWritten(version))
	const replaced = [...new Set([...emptied, ...settles, ...(own ? [own] : [])])]
	const seen = unite(replaced.flatMap((version) => [...version.seen, [version.id, version.edits] as const]))
	const known = seen.find(([id]) => id === editor)?.[1] ?? 0
	const version: NoteVersion = {
		id: editor,
		edits: known + 1,
		text: fitNote(text),
		changedAt: nowMs,
		seen: seen.filter(([id]) => id !== editor),
	}
	return { ...note, versions: [...note.versions.filter((each) => !replaced.includes(each) && each.id !== editor), version] }
}
