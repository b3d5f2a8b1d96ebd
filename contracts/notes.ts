import { z } from 'zod'

import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'
import { MAX_NOTE_LENGTH, MAX_SEEN, MAX_VERSIONS, type Note } from '#domain/notes/note.ts'
import type { StorageUse } from '#domain/storage/storage-quotas.ts'

const EditorSchema = z.string().regex(/^[\w-]{1,40}$/)
const EditsSchema = z.int().min(1).max(1_000_000_000)

const VersionSchema = z.strictObject({
	id: EditorSchema,
	edits: EditsSchema,
	text: z.string().max(MAX_NOTE_LENGTH),
	/** Milliseconds since 1970. */
	changedAt: z.int().min(0).max(8_640_000_000_000_000),
	seen: z.array(z.tuple([EditorSchema, EditsSchema])).max(MAX_SEEN),
})

/** Body of `POST /api/notes/merge`: the note on one section as the browser holds it. */
export const MergeNoteRequestSchema = z.strictObject({
	moduleId: z.int().min(1).max(MAX_LESSON_HOME),
	sectionId: z.string().regex(/^[a-z0-9-]{1,80}$/),
	versions: z
		.array(VersionSchema)
		.min(1)
		.max(MAX_VERSIONS)
		.refine((versions) => new Set(versions.map(({ id }) => id)).size === versions.length, 'may name each editor once'),
})

/** Answer of the merge: the note as the account holds it now, and the space that all notes use. */
export type MergeNoteResponse = { note: Note; storage: StorageUse }

/** Answer of `GET /api/notes`: all notes of the account, in the order of the modules. */
export type NotesResponse = { notes: Note[]; storage: StorageUse }
