import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readSectionMetrics } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

import type { Period } from './read-period.ts'

/**
 * Section with its drop-off. `opened`: learners who opened it in the period; `wentOn`: those of them who have opened the next
 * one since.
 */
export type SectionDropOff = {
	moduleId: number
	module: string
	sectionId: string
	lessonId: string | null
	title: string
	opened: number
	wentOn: number
}

/** Minimum number of learners; with fewer, a drop-off isn't significant. */
export const MIN_LEARNERS = 5
const ATTEMPTS = 500
/** Latest unfinished readings that are evaluated. */
export const MAX_READINGS = 2000

type Place = Pick<SectionDropOff, 'moduleId' | 'module' | 'sectionId' | 'lessonId' | 'title'> & { key: string; next: string }

export const listDropOffPlaces = (content: Content): Place[] =>
	content.allTaughtModules.flatMap(({ id: moduleId, sections }) =>
		sections.slice(0, -1).map(({ id: sectionId, lessonId, title }, index) => ({
			moduleId,
			module: content.labelModule(moduleId),
			sectionId,
			lessonId,
			title,
			key: progressKey.section(moduleId, sectionId),
			next: progressKey.section(moduleId, sections[index + 1]?.id ?? ''),
		})),
	)

/** Lists sections by the share of learners who stop there, largest first. */
export async function readDropOffs(ctx: ServiceContext, period: Period): Promise<SectionDropOff[]> {
	const places = listDropOffPlaces(ctx.content)
	const sums = await readSectionMetrics(ctx, { pairs: places, ...period })
	const counted = new Map(sums.map(({ figure, of, amount }) => [`${figure} ${of}`, amount]))
	return places
		.flatMap(({ key, next, ...place }) => {
			const opened = counted.get(`${key} ${key}`) ?? 0
			return opened === 0 ? [] : [{ ...place, opened, wentOn: counted.get(`${key} ${next}`) ?? 0 }]
		})
		.toSorted((one, other) => lossOf(other) - lossOf(one) || other.opened - one.opened)
}

/** Returns the share of learners who didn't continue, from 0 to 1; 0 if too few opened the section. */
export const lossOf = ({ opened, wentOn }: Pick<SectionDropOff, 'opened' | 'wentOn'>): number =>
	opened < MIN_LEARNERS ? 0 : 1 - wentOn / opened

/** Counts where the latest readers who didn't finish a text stopped, in tenths of the text. */
export async function readParagraphs({ db }: ServiceContext, { moduleId, sectionId }: SectionDropOff, since: Date): Promise<number[]> {
	const { rows } = await sql<{ tenth: number; people: string }>`
		select least(9, greatest(0, floor(10 * (detail ->> 'block')::numeric / greatest(1, (detail ->> 'of')::numeric))))::int as tenth, count(*) as people
		from (
			select detail from progress_entries
			where kind = 'reading' and key = ${progressKey.section(moduleId, sectionId)} and not done and stored_at >= ${since}
			order by stored_at desc limit ${MAX_READINGS}) as newest
		where jsonb_typeof(detail -> 'block') = 'number' and jsonb_typeof(detail -> 'of') = 'number'
		group by 1`.execute(db)
	const tenths = Array.from({ length: 10 }, () => 0)
	for (const { tenth, people } of rows) tenths[tenth] = Number(people)
	return tenths
}

export type WrongAnswers = { question: string; wrong: number; answered: number }

/** Lists a lesson's quiz questions, most often wrong first, among the latest attempts. */
export async function readWrongAnswers({ db, content }: ServiceContext, { moduleId, lessonId }: SectionDropOff): Promise<WrongAnswers[]> {
	const lesson = lessonId === null ? null : content.readLesson(moduleId, lessonId)
	if (!lesson) return []
	const attempts = await db
		.selectFrom('lesson_quiz_attempts')
		.select('answers')
		.where('module_id', '=', moduleId)
		.where('lesson_id', '=', lesson.id)
		.orderBy('attempted_at', 'desc')
		.limit(ATTEMPTS)
		.execute()
	// Attempts at an earlier quiz with a different number of questions can't be matched to the current questions.
	const given = attempts.map(({ answers }) => answers as number[]).filter((answers) => answers.length === lesson.quiz.length)
	return lesson.quiz
		.map(({ question, correct }, index) => ({
			question,
			wrong: given.filter((answers) => answers[index] !== correct).length,
			answered: given.length,
		}))
		.toSorted((one, other) => other.wrong - one.wrong)
}
