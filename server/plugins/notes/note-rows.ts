import { sql } from 'kysely'

import { type Note, noteId, parseNote } from '#domain/notes/note.ts'
import { STORAGE_QUOTAS, type StorageUse } from '#domain/storage/storage-quotas.ts'
import type { Db, Tx } from '#server/db/database.ts'

export type StoredNotes = { notes: Note[]; bytes: ReadonlyMap<string, number>; storage: StorageUse }

/** Reads all notes of an account and their size; the quota limits their number. */
export async function readNotes(db: Db | Tx, userId: string): Promise<StoredNotes> {
	const rows = await db
		.selectFrom('section_notes')
		.select(['module_id as moduleId', 'section_id as sectionId', 'versions', 'bytes'])
		.where('user_id', '=', userId)
		.orderBy('module_id')
		.orderBy('section_id')
		.execute()
	return {
		notes: rows.map(parseNote).filter((note) => note !== null),
		bytes: new Map(rows.map((row) => [noteId(row), row.bytes])),
		storage: { used: rows.reduce((sum, { bytes }) => sum + bytes, 0), limit: STORAGE_QUOTAS.notes },
	}
}

/** @returns the note's size in bytes */
export async function writeNote(tx: Tx, userId: string, { moduleId, sectionId, versions }: Note): Promise<number> {
	const written = await sql<{ bytes: number }>`
		insert into section_notes (user_id, module_id, section_id, versions)
		values (${userId}::uuid, ${moduleId}::int, ${sectionId}, ${JSON.stringify(versions)}::jsonb)
		on conflict (user_id, module_id, section_id) do update set versions = excluded.versions, stored_at = now()
		returning bytes`.execute(tx)
	return written.rows[0]?.bytes ?? 0
}
