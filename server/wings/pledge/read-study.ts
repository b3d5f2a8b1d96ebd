import { taughtModules } from '#content/lesson-files.server.ts'
import { paths } from '#contracts/paths.ts'
import { type NextSection, nextSection, type StudyFact } from '#domain/pledge/study-record.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** What the account's records say of a learner's study. */
export type Study = {
	facts: StudyFact[]
	/** Null for who has completed the course. */
	next: NextSection | null
	/** When a record changed last, in milliseconds since 1970; 0 without any. */
	changedAtMs: number
}

export const courseOutline = taughtModules

export async function readStudy(db: Db | Tx, userId: string): Promise<Study> {
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
	return {
		facts,
		next: nextSection(courseOutline, facts),
		changedAtMs: facts.reduce((latest, { changedAtMs }) => Math.max(latest, changedAtMs), 0),
	}
}

export type StepWords = {
	moduleId: number
	/** Of the section. */ title: string
	/** One sentence. */ sentence: string
	/** Path on the site. */ href: string
}

/** A next section in words, with its address. */
export function describeStep({ kind, moduleId, sectionId }: NextSection): StepWords {
	const module = courseOutline.find(({ id }) => id === moduleId)
	const title = module?.sections.find(({ id }) => id === sectionId)?.title ?? ''
	const place = `module ${moduleId}, ${module?.title ?? ''}`
	const sentence =
		kind === 'section'
			? `Next is the section “${title}” of ${place}.`
			: `You have finished every section of ${place}. Complete it on its last page, “${title}”.`
	return { moduleId, title, sentence, href: `${paths.courseModule(moduleId)}?section=${sectionId}` }
}
