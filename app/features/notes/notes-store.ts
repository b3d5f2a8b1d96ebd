import { newId } from '#app/lib/new-id.ts'
import { RecordStore } from '#app/lib/records/record-store.ts'
import { partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { editNote } from '#domain/notes/edit-note.ts'
import { isSameNote, mergeNotes } from '#domain/notes/merge-notes.ts'
import { noteId, type Note, type NoteVersion, parseNote } from '#domain/notes/note.ts'

/** The readable notes of a list, each once. */
export const parseNotes = (raw: unknown): Note[] =>
	mergeNotes(Array.isArray(raw) ? raw.map(parseNote).filter((note) => note !== null) : [], [])

export type NotePlace = Pick<Note, 'moduleId' | 'sectionId'>

export const findNote = (notes: readonly Note[], place: NotePlace): Note | null =>
	notes.find((note) => noteId(note) === noteId(place)) ?? null

/** A learner's notes on sections in this browser, shared between its tabs. */
export class NotesStore extends RecordStore<Note> {
	/** ID of this page among the editors of a note. */
	readonly editor: string
	readonly #clock: () => number

	constructor(editor: string = newId().slice(0, 8), clock: () => number = Date.now) {
		super(storageKeys.notes, { ...partitionsCodec('notes', parseNotes), idOf: noteId, merge: mergeNotes, isSame: isSameNote })
		this.editor = editor
		this.#clock = clock
	}

	/** @param settles versions of other browsers that the text takes the place of, because the learner chose */
	write(place: NotePlace, text: string, settles: readonly NoteVersion[] = []): void {
		const note = findNote(this.book().items, place) ?? { ...place, versions: [] }
		this.put(editNote(note, { text, editor: this.editor, nowMs: this.#clock(), settles }))
	}
}

/** The one store of this tab. */
export const notesStore = new NotesStore()
