import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type LessonChange, listLessonChanges, recordLessonRevisions } from '#server/services/learning/course/record-lesson-revisions.ts'

import { listDropOffPlaces, type SectionDropOff } from './read-drop-offs.ts'

const DAY_MS = 86_400_000
const LOOKED_BACK_MS = 365 * DAY_MS
/** Maximum length of the two equal periods, before and after a change, that are compared. */
const MAX_MS = 90 * DAY_MS
const MAX = 20

type Count = { opened: number; wentOn: number }
export type LessonEdit = Pick<SectionDropOff, 'moduleId' | 'sectionId' | 'title'> & {
	changedAt: Date
	comparedMs: number
	before: Count
	after: Count
}

const findEdited = (content: Content, changes: readonly LessonChange[], nowMs: number) =>
	changes.flatMap(({ moduleId, lessonId, changedAt }) =>
		listDropOffPlaces(content)
			.filter((place) => place.moduleId === moduleId && place.lessonId === lessonId)
			.map((place) => ({ ...place, changedAt, comparedMs: Math.min(MAX_MS, nowMs - changedAt.getTime()) })),
	)

/** Lists changed lessons, newest first. Shares of learners who continued are for equal periods before and after the change. */
export async function readLessonEdits(ctx: ServiceContext): Promise<LessonEdit[]> {
	await recordLessonRevisions(ctx)
	const nowMs = ctx.now().getTime()
	const edited = findEdited(ctx.content, await listLessonChanges(ctx, new Date(nowMs - LOOKED_BACK_MS)), nowMs).slice(0, MAX)
	const lessons = edited.map(({ key, next, changedAt, comparedMs }) => ({
		key,
		next,
		at: changedAt,
		since: new Date(changedAt.getTime() - comparedMs),
		until: new Date(changedAt.getTime() + comparedMs),
	}))
	// A lateral join reads the index twice for each edit; a plain join would read every section ever opened.
	const { rows } = await sql<{ key: string } & Record<'opened_before' | 'on_before' | 'opened_after' | 'on_after', string>>`
		select p.key, counted.*
		from jsonb_to_recordset(${JSON.stringify(lessons)}::jsonb)
			as p (key text, next text, at timestamptz, since timestamptz, until timestamptz)
		cross join lateral (
			select count(*) filter (where a.first_stored_at < p.at) as opened_before,
				count(n.user_id) filter (where a.first_stored_at < p.at and n.first_stored_at < p.at) as on_before,
				count(*) filter (where a.first_stored_at >= p.at) as opened_after,
				count(n.user_id) filter (where a.first_stored_at >= p.at) as on_after
			from progress_entries a
			left join progress_entries n on n.user_id = a.user_id and n.kind = 'section' and n.key = p.next
				and n.first_stored_at >= p.since - interval '30 days' and n.first_stored_at <= p.until
			where a.kind = 'section' and a.key = p.key and a.first_stored_at >= p.since and a.first_stored_at <= p.until) as counted`.execute(
		ctx.db,
	)
	const counted = new Map(rows.map((row) => [row.key, row]))
	return edited.map(({ moduleId, sectionId, title, changedAt, comparedMs }) => {
		const row = counted.get(progressKey.section(moduleId, sectionId))
		const read = (name: 'opened_before' | 'on_before' | 'opened_after' | 'on_after') => Number(row?.[name] ?? 0)
		return {
			moduleId,
			sectionId,
			title,
			changedAt,
			comparedMs,
			before: { opened: read('opened_before'), wentOn: read('on_before') },
			after: { opened: read('opened_after'), wentOn: read('on_after') },
		}
	})
}
