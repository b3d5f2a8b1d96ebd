import type { MergeNoteResponse } from '#contracts/notes.ts'
import { isSameNote, mergeNote } from '#domain/notes/merge-notes.ts'
import { fitNote, MAX_VERSIONS, type Note, parseNote } from '#domain/notes/note.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import { keepRecord, type RecordTable, requireModuleAccessForRecord } from '#server/services/learning/records/keep-record.ts'

export const noteTable: RecordTable<Note> = {
	name: 'section_notes',
	key: { module_id: 'moduleId', section_id: 'sectionId' },
	body: ['versions'],
	parse: parseNote,
	merge: mergeNote,
	isSame: isSameNote,
	quota: STORAGE_QUOTAS.notes,
	what: 'notes',
}

const isWritten = ({ versions }: Note) => versions.some(({ text }) => text !== '')

/**
 * Merges a note from a browser, and keeps both of two concurrent edits. Idempotent. A note can be emptied even if its section is
 * closed now or no longer in the course.
 * @throws ServiceError `note_section_unknown`, `note_section_closed`, `note_versions_exceeded` (409), `storage_full` (413) for a
 * change that adds bytes
 */
export async function mergeOwnNote(ctx: ServiceContext, report: Note): Promise<MergeNoteResponse> {
	const sent = cleanReport(report, ctx.now().getTime())
	if (isWritten(sent)) await requireModuleAccessForRecord(ctx, 'note_section', findModule(ctx, sent))
	const { record: note, storage } = await keepRecord(ctx, noteTable, {
		sent,
		check(_, { record: { versions } }) {
			const message = 'This note has too many versions for you to choose from. Delete some first'
			if (versions.length > MAX_VERSIONS) throw new ServiceError('conflict', 'note_versions_exceeded', message)
		},
	})
	return { note, storage }
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
