import { newId } from '#app/lib/new-id.ts'
import { RecordStore } from '#app/lib/records/record-store.ts'
import { listParser, partitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { editNote } from '#domain/notes/edit-note.ts'
import { isSameNote, mergeNotes } from '#domain/notes/merge-notes.ts'
import { noteId, type Note, type NoteVersion, parseNote } from '#domain/notes/note.ts'

export const parseNotes = listParser(parseNote, mergeNotes)

export type NotePlace = Pick<Note, 'moduleId' | 'sectionId'>

export const findNote = (notes: readonly Note[], place: NotePlace): Note | null =>
	notes.find((note) => noteId(note) === noteId(place)) ?? null

export class NotesStore extends RecordStore<Note> {
	/** ID of this page load, which identifies the editor of a note's version. */
	readonly editor: string
	readonly #clock: () => number

	constructor(editor: string = newId().slice(0, 8), clock: () => number = Date.now) {
		super(storageKeys.notes, { ...partitionsCodec('notes', parseNotes), idOf: noteId, merge: mergeNotes, isSame: isSameNote })
		this.editor = editor
		this.#clock = clock
	}

	/** @param settles versions from other browsers that the learner chose to replace with this text */
	write(place: NotePlace, text: string, settles: readonly NoteVersion[] = []): void {
		const note = findNote(this.ownPartition().items, place) ?? { ...place, versions: [] }
		this.put(editNote(note, { text, editor: this.editor, nowMs: this.#clock(), settles }))
	}
}

export const notesStore = new NotesStore()
