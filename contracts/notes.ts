import { z } from 'zod'

import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'
import { MAX_NOTE_LENGTH, MAX_SEEN_ENTRIES, MAX_VERSIONS, type Note } from '#domain/notes/note.ts'
import type { StorageUse } from '#domain/storage/storage-quotas.ts'

const EditorSchema = z.string().regex(/^[\w-]{1,40}$/)
const EditsSchema = z.int().min(1).max(1_000_000_000)

const VersionSchema = z.strictObject({
	id: EditorSchema,
	edits: EditsSchema,
	text: z.string().max(MAX_NOTE_LENGTH),
	/** In milliseconds since 1970. */
	changedAt: z.int().min(0).max(8_640_000_000_000_000),
	seen: z.array(z.tuple([EditorSchema, EditsSchema])).max(MAX_SEEN_ENTRIES),
})

/** Body of `POST /api/notes/merge`: a section's note as the browser has it. */
export const MergeNoteRequestSchema = z.strictObject({
	moduleId: z.int().min(1).max(MAX_LESSON_HOME),
	sectionId: z.string().regex(/^[a-z0-9-]{1,80}$/),
	versions: z
		.array(VersionSchema)
		.min(1)
		.max(MAX_VERSIONS)
		.refine((versions) => new Set(versions.map(({ id }) => id)).size === versions.length, 'must not contain an editor twice'),
})

/** Response of the merge: the account's version of the note, and the storage that all notes use. */
export type MergeNoteResponse = { note: Note; storage: StorageUse }

/** Response of `GET /api/notes`: all notes of the account, ordered by module. */
export type NotesResponse = { notes: Note[]; storage: StorageUse }
