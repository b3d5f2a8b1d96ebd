import { sql } from 'kysely'
import { createHash } from 'node:crypto'

import type { ServiceContext } from '#server/services/context.ts'

export type LessonChange = { moduleId: number; lessonId: string; changedAt: Date }

export async function recordLessonRevisions({ db, now, content }: Pick<ServiceContext, 'db' | 'now' | 'content'>): Promise<void> {
	const found: { module_id: number; lesson_id: string; text_hash: string }[] = []
	for (const { id: moduleId, sections } of content.allTaughtModules)
		for (const { lessonId } of sections) {
			const source = lessonId === null ? null : content.readLessonSource(moduleId, lessonId)
			if (lessonId !== null && source !== null)
				found.push({ module_id: moduleId, lesson_id: lessonId, text_hash: createHash('sha256').update(source).digest('hex') })
		}
	await sql`insert into lesson_revisions (module_id, lesson_id, text_hash, seen_at)
		select module_id, lesson_id, decode(found.text_hash, 'hex'), ${now()}
		from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (module_id int, lesson_id text, text_hash text)
		where decode(found.text_hash, 'hex') is distinct from (
			select text_hash from lesson_revisions as known where known.module_id = found.module_id and known.lesson_id = found.lesson_id
			order by seen_at desc limit 1)
		on conflict do nothing`.execute(db)
}

/** Lists changed lessons, newest first. The first recorded text isn't a change. */
export async function listLessonChanges({ db }: Pick<ServiceContext, 'db'>, since: Date): Promise<LessonChange[]> {
	// Compare with the previous row: two servers that start at the same time may both record the same text.
	const { rows } = await sql<{ module_id: number; lesson_id: string; changed_at: Date }>`
		select module_id, lesson_id, max(seen_at) as changed_at from (
			select module_id, lesson_id, seen_at, text_hash,
				lag(text_hash) over (partition by module_id, lesson_id order by seen_at) as before
			from lesson_revisions) as noted
		where before is not null and before <> text_hash
		group by module_id, lesson_id having max(seen_at) >= ${since} order by 3 desc`.execute(db)
	return rows.map(({ module_id: moduleId, lesson_id: lessonId, changed_at: changedAt }) => ({ moduleId, lessonId, changedAt }))
}
