import { readFile, stat } from 'node:fs/promises'

import { CAREER_PATH_ID } from '#domain/gating/check-lesson-access.ts'

import { careerPath } from './career-path.server.ts'
import { courseFolder } from './files/course-folder.server.ts'
import { findEdited } from './files/overlay.server.ts'
import { readKept } from './kept-lessons.server.ts'
import { parseLesson } from './parse-lesson.ts'
import { downloadById } from './public.server.ts'
import { renderChecklistText, type ChecklistText } from './render-markdown.server.ts'
import type { Lesson, PublicLesson, QuizKey } from './schema/lesson.ts'
import { IdSchema } from './schema/primitives.ts'

/** A lesson with its text as sanitized HTML, headings from h3 on, and the names of the boxes in it. */
export type ReadLesson = Lesson & { text: ChecklistText }

const kept = new Map<string, { changedAt: number; lesson: ReadLesson }>()

/**
 * A whole lesson with its quiz key, or null when no such lesson is written. Server only: only `toPublicLesson` leaves the
 * server. Parsed and rendered once per change of its file, so an edit shows without a restart.
 * Throws when the file exists but is wrong (check:content finds that first).
 */
export async function readLesson(moduleId: number, lessonId: string): Promise<ReadLesson | null> {
	const found = await findLesson(moduleId, lessonId)
	if (!found) return null
	const { path, url, changedAt } = found
	const known = kept.get(path)
	if (known?.changedAt === changedAt) return known.lesson

	const source = await readFile(url, 'utf8')
	const lesson = await readKept({ name: path, source }, () => compileLesson(source, { path, moduleId, id: lessonId }))
	kept.set(path, { changedAt, lesson })
	return lesson
}

/** The file of a lesson as it is written, or null when there is none. */
export async function readLessonSource(moduleId: number, lessonId: string): Promise<string | null> {
	const found = await findLesson(moduleId, lessonId)
	return found && readFile(found.url, 'utf8')
}

async function findLesson(moduleId: number, lessonId: string) {
	// The id becomes part of a file name, so only a plain id is accepted.
	if (!Number.isInteger(moduleId) || !IdSchema.safeParse(lessonId).success) return null

	const path = lessonPath(moduleId, lessonId)
	const origin = path.startsWith('course/') ? courseFolder + path.slice('course'.length) : new URL(`./${path}`, import.meta.url)
	const url = findEdited(path) ?? origin
	const changedAt = await stat(url).then(({ mtimeMs }) => mtimeMs, ignoreMissing)
	return changedAt === null ? null : { path, url, changedAt }
}

function compileLesson(source: string, { path, ...place }: { path: string; moduleId: number; id: string }): ReadLesson {
	const parsed = parseLesson(source, place)
	if (!parsed.ok) throw new Error(`content/${path}: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
	return { ...parsed.lesson, text: renderChecklistText(parsed.lesson.body, 3) }
}

/** Below this folder. Of the career path's lessons, the ids alone are different. */
function lessonPath(moduleId: number, lessonId: string): string {
	if (moduleId !== CAREER_PATH_ID) return `course/module-${moduleId}/lessons/${lessonId}.md`
	const track = careerPath.tracks.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))
	return `tracks/${track?.id ?? 'none'}/${lessonId}.md`
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
	// A name that is too long names no file.
	if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') return null
	throw error
}

/** The lesson as the browser may see it: rendered body (headings from h3 on), questions without their key. */
export function toPublicLesson(lesson: ReadLesson): PublicLesson {
	const { moduleId, id, title, duration, difficulty, steps, examples, task } = lesson
	return {
		moduleId,
		id,
		title,
		duration,
		difficulty,
		bodyHtml: lesson.text.html,
		exercises: lesson.blocks.exercises,
		recalls: lesson.blocks.recalls,
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
