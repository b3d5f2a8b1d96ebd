import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readSectionMetrics } from '#server/services/operations/daily-metrics/read-daily-metrics.ts'

import type { Period } from './read-period.ts'

/** A section of the course, how many opened it in the period, and how many of them have opened the next one since. */
export type Stop = {
	moduleId: number
	/** Name of the module for people. */ module: string
	sectionId: string
	lessonId: string | null
	title: string
	opened: number
	wentOn: number
}

/** Fewer say nothing about a lesson. */
export const MIN = 5
const ATTEMPTS = 500
/** As many of those who stopped in a text say where it is. */
export const READERS = 2000

type Place = Pick<Stop, 'moduleId' | 'module' | 'sectionId' | 'lessonId' | 'title'> & { key: string; next: string }

/** Each section that another one of its module follows. */
export const listPlaces = (content: Content): Place[] =>
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

/** Sections where learners stop, the largest loss first. */
export async function readStops(ctx: ServiceContext, period: Period): Promise<Stop[]> {
	const places = listPlaces(ctx.content)
	const sums = await readSectionMetrics(ctx, { pairs: places, ...period })
	const counted = new Map(sums.map(({ figure, of, amount }) => [`${figure} ${of}`, amount]))
	return places
		.flatMap(({ key, next, ...place }) => {
			const opened = counted.get(`${key} ${key}`) ?? 0
			return opened === 0 ? [] : [{ ...place, opened, wentOn: counted.get(`${key} ${next}`) ?? 0 }]
		})
		.toSorted((one, other) => lossOf(other) - lossOf(one) || other.opened - one.opened)
}

/** The share that did not go on, from 0 to 1. @returns 0 where too few opened it */
export const lossOf = ({ opened, wentOn }: Pick<Stop, 'opened' | 'wentOn'>): number => (opened < MIN ? 0 : 1 - wentOn / opened)

/** At which part of the text those who did not finish it stopped: tenths of the text to people, out of the newest. */
export async function readParagraphs({ db }: ServiceContext, { moduleId, sectionId }: Stop, since: Date): Promise<number[]> {
	const { rows } = await sql<{ tenth: number; people: string }>`
		select least(9, greatest(0, floor(10 * (detail ->> 'block')::numeric / greatest(1, (detail ->> 'of')::numeric))))::int as tenth, count(*) as people
		from (
			select detail from progress_entries
			where kind = 'reading' and key = ${progressKey.section(moduleId, sectionId)} and not done and stored_at >= ${since}
			order by stored_at desc limit ${READERS}) as newest
		where jsonb_typeof(detail -> 'block') = 'number' and jsonb_typeof(detail -> 'of') = 'number'
		group by 1`.execute(db)
	const tenths = Array.from({ length: 10 }, () => 0)
	for (const { tenth, people } of rows) tenths[tenth] = Number(people)
	return tenths
}

export type WrongAnswers = { question: string; wrong: number; answered: number }

/** The graded questions of a lesson, most often wrong first, out of its newest attempts. */
export async function readWrongAnswers({ db, content }: ServiceContext, { moduleId, lessonId }: Stop): Promise<WrongAnswers[]> {
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
	// Answers to an earlier edition with another number of questions would be counted at the wrong ones.
	const given = attempts.map(({ answers }) => answers as number[]).filter((answers) => answers.length === lesson.quiz.length)
	return lesson.quiz
		.map(({ question, correct }, index) => ({
			question,
			wrong: given.filter((answers) => answers[index] !== correct).length,
			answered: given.length,
		}))
		.toSorted((one, other) => other.wrong - one.wrong)
}
