import { noteId, type Note, type NoteVersion } from './note.ts'

const replaces = (later: NoteVersion, earlier: NoteVersion): boolean =>
	later.seen.some(([editor, edits]) => editor === earlier.id && edits >= earlier.edits)

const further = (a: NoteVersion, b: NoteVersion): NoteVersion => {
	if (a.edits !== b.edits) return a.edits > b.edits ? a : b
	return JSON.stringify(a) >= JSON.stringify(b) ? a : b
}

/** Keeps each editor's latest text, unless another text replaced it. Commutative, associative and idempotent. */
export function mergeNote(ours: Note, theirs: Note): Note {
	const byEditor = new Map<string, NoteVersion>()
	for (const version of [...ours.versions, ...theirs.versions]) {
		const held = byEditor.get(version.id)
		byEditor.set(version.id, held ? further(held, version) : version)
	}
	const all = [...byEditor.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
	return { ...ours, versions: all.filter((version) => !all.some((other) => other !== version && replaces(other, version))) }
}

export function mergeNotes(ours: readonly Note[], theirs: readonly Note[]): Note[] {
	const merged = new Map<string, Note>()
	for (const note of [...ours, ...theirs]) {
		const held = merged.get(noteId(note))
		merged.set(noteId(note), mergeNote(held ?? note, note))
	}
	return [...merged.values()].toSorted((a, b) => a.moduleId - b.moduleId || (a.sectionId < b.sectionId ? -1 : 1))
}

export const isSameNote = (a: Note, b: Note): boolean => JSON.stringify(mergeNote(a, a)) === JSON.stringify(mergeNote(b, b))
