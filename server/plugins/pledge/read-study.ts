import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { paths } from '#contracts/paths.ts'
import { type NextSection, nextSection, type StudyFact, type StudyRecord } from '#domain/pledge/study-record.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { Db, Tx } from '#server/db/database.ts'

export type LearnerStudy = StudyRecord & {
	facts: StudyFact[]
	/** Next section; null once the course is completed. */
	next: NextSection | null
	/** Time of the last progress, in milliseconds since 1970; 0 if there is none. */
	changedAtMs: number
}

/** Reads the passed knowledge checks with the time at which the server graded them. */
async function readPassed(content: Content, db: Db | Tx, userId: string): Promise<Map<string, number>> {
	const { rows } = await sql<{ moduleId: number; lessonId: string; at: Date }>`
		select module_id as "moduleId", lesson_id as "lessonId", min(attempted_at) as at from lesson_quiz_attempts
		where user_id = ${userId}::uuid and score * 100 >= total * ${content.course.certificate.passPercent}::int
		group by module_id, lesson_id`.execute(db)
	return new Map(rows.map(({ moduleId, lessonId, at }) => [progressKey.lesson(moduleId, lessonId), at.getTime()]))
}

export async function readStudyRecord(content: Content, db: Db | Tx, userId: string): Promise<LearnerStudy> {
	const rows = await db
		.selectFrom('progress_entries')
		.select(['kind', 'key', 'done', 'changed_at', 'first_changed_at'])
		.where('user_id', '=', userId)
		.execute()
	const facts = rows.map(({ kind, key, done, changed_at: changedAt, first_changed_at: firstChangedAt }) => ({
		kind,
		key,
		done,
		changedAtMs: changedAt.getTime(),
		firstChangedAtMs: firstChangedAt.getTime(),
	}))
	const passedAtMs = await readPassed(content, db, userId)
	const times = [...facts.map(({ changedAtMs }) => changedAtMs), ...passedAtMs.values()]
	return {
		facts,
		passedAtMs,
		next: nextSection(content.courseOutline().modules, { facts, passedAtMs }),
		changedAtMs: times.reduce((latest, time) => Math.max(latest, time), 0),
	}
}

export type StepTexts = {
	moduleId: number
	title: string
	sentence: string
	href: string
}

export function describeStep(content: Content, { kind, moduleId, sectionId }: NextSection): StepTexts {
	const module = content.taughtModules.find(({ id }) => id === moduleId)
	const title = module?.sections.find(({ id }) => id === sectionId)?.title ?? ''
	const place = `module ${moduleId}, ${module?.title ?? ''}`
	const sentence =
		kind === 'section'
			? `Next is the section “${title}” of ${place}.`
			: `You have finished every section of ${place}. Complete it on its last page, “${title}”.`
	return { moduleId, title, sentence, href: `${paths.courseModule(moduleId)}?section=${sectionId}` }
}
