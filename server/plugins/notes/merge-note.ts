import { sql } from 'kysely'

import type { MergeNoteResponse } from '#contracts/notes.ts'
import { isSameNote, mergeNote } from '#domain/notes/merge-notes.ts'
import { fitNote, MAX_VERSIONS, type Note, noteId, parseNote } from '#domain/notes/note.ts'
import { STORAGE_QUOTAS, type StorageUse } from '#domain/storage/storage-quotas.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireQuota, requireReader } from '#server/services/learning/course/keep-record.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

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

const isWritten = ({ versions }: Note) => versions.some(({ text }) => text !== '')

/**
 * Merges a note from a browser, and keeps both of two concurrent edits. Idempotent. A note can be emptied even if its section is
 * closed now or no longer in the course.
 * @throws ServiceError `note_section_unknown`, `note_section_closed`, `note_versions_exceeded` (409), `storage_full` (413) for a
 * change that adds bytes
 */
export async function mergeOwnNote(ctx: ServiceContext, report: Note): Promise<MergeNoteResponse> {
	const userId = requireLearnerId(ctx)
	const sent = cleanReport(report, ctx.now().getTime())
	if (isWritten(sent)) await requireReader(ctx, 'note_section', findModule(ctx, sent))
	return inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		return store(tx, userId, sent)
	})
}

/** Stores a note. The caller locks the account, so that no concurrent request changes the sizes. */
async function store(tx: Tx, userId: string, sent: Note): Promise<MergeNoteResponse> {
	const { notes, bytes, storage } = await readNotes(tx, userId)
	const held = notes.find((note) => noteId(note) === noteId(sent))
	const note = mergeNote(held ?? sent, sent)
	if (held && isSameNote(held, note)) return { note, storage }
	if (note.versions.length > MAX_VERSIONS) {
		const message = 'This note has too many versions for you to choose from. Delete some first'
		throw new ServiceError('conflict', 'note_versions_exceeded', message)
	}
	const after = requireQuota(storage, (await writeNote(tx, userId, note)) - (bytes.get(noteId(sent)) ?? 0), 'notes')
	return { note, storage: after }
}

/** Finds the module of a note; null if the course has no such section. */
function findModule({ content }: ServiceContext, { moduleId, sectionId }: Note) {
	const module = content.findGatedModule(moduleId)
	const { modules } = readCourseCatalog(content)
	return module && modules.some(({ id, sectionIds }) => id === module.id && sectionIds.includes(sectionId)) ? module : null
}

/**
 * Caps times at the current time, since the browser's clock may be ahead. Also removes characters that PostgreSQL can't store.
 */
const cleanReport = (report: Note, nowMs: number): Note => ({
	...report,
	versions: report.versions.map((version) => ({
		...version,
		text: fitNote(version.text),
		changedAt: Math.min(version.changedAt, nowMs),
	})),
})
