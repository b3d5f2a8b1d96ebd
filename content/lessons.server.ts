import { readFile, stat } from 'node:fs/promises'

import { parseLesson } from './parse-lesson.ts'
import { fillPromises } from './promises/promises.ts'
import { downloadById } from './public.server.ts'
import { renderChecklistText, renderCourseText, type ChecklistText } from './render-markdown.server.ts'
import type { Lesson, PublicLesson, QuizKey } from './schema/lesson.ts'
import { IdSchema } from './schema/primitives.ts'

type Kept<T> = { changedAt: number; value: T }

const keptLessons = new Map<string, Kept<Lesson>>()
const keptTexts = new Map<string, Kept<ChecklistText>>()

/**
 * A whole lesson with its quiz key, or null when no such lesson is written. Server only: only `toPublicLesson` leaves the
 * server. Parsed once per change of its file, so an edit shows without a restart.
 * Throws when the file exists but is wrong (check:content finds that first).
 */
export async function readLesson(moduleId: number, lessonId: string): Promise<Lesson | null> {
	// The id becomes part of a file name, so only a plain id is accepted.
	if (!Number.isInteger(moduleId) || !IdSchema.safeParse(lessonId).success) return null

	return readKept(keptLessons, `module-${moduleId}/lessons/${lessonId}.md`, (source, path) => {
		const parsed = parseLesson(source, { moduleId, id: lessonId })
		if (parsed.ok) return parsed.lesson
		throw new Error(`content/course/${path}: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
	})
}

/**
 * The text of a section that has no lesson as sanitized HTML (headings from h3 on) with the names of its boxes, or null where
 * nothing is written. Server only.
 */
export async function readSection(moduleId: number, sectionId: string): Promise<ChecklistText | null> {
	if (!Number.isInteger(moduleId) || !IdSchema.safeParse(sectionId).success) return null
	return readKept(keptTexts, `module-${moduleId}/sections/${sectionId}.md`, (source) => renderChecklistText(fillPromises(source), 3))
}

async function readKept<T>(kept: Map<string, Kept<T>>, path: string, parse: (source: string, path: string) => T): Promise<T | null> {
	const url = new URL(`./course/${path}`, import.meta.url)
	const changedAt = await stat(url).then(({ mtimeMs }) => mtimeMs, ignoreMissing)
	if (changedAt === null) return null

	const known = kept.get(path)
	if (known?.changedAt === changedAt) return known.value

	const value = parse(await readFile(url, 'utf8'), path)
	kept.set(path, { changedAt, value })
	return value
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
	// A name that is too long names no file.
	if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') return null
	throw error
}

/** The lesson as the browser may see it: rendered body (headings from h3 on), questions without their key. */
export function toPublicLesson(lesson: Lesson): PublicLesson {
	const { moduleId, id, title, duration, difficulty, steps, examples, task } = lesson
	return {
		moduleId,
		id,
		title,
		duration,
		difficulty,
		bodyHtml: renderCourseText(lesson.body, 3),
		exercises: lesson.blocks.exercises,
		steps,
		examples,
		task,
		// Named field by field: a spread would publish whatever a later schema adds.
		quiz: lesson.quiz.map((question) => ({ id: question.id, question: question.question, options: question.options })),
		resources: lesson.resources.map(({ file, ...resource }) =>
			file === undefined ? resource : { ...resource, download: downloadById(file) },
		),
	}
}

/** What grading needs and what is shown after submit. */
export const toQuizKey = (lesson: Lesson): QuizKey => lesson.quiz.map(({ id, correct, explanation }) => ({ id, correct, explanation }))
