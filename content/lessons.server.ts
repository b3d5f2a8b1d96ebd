import { readFile } from 'node:fs/promises'

import { parseLesson } from './parse-lesson.ts'
import { downloadById } from './public.server.ts'
import { renderMarkdown } from './render-markdown.server.ts'
import type { Lesson, PublicLesson, QuizKey } from './schema/lesson.ts'
import { IdSchema } from './schema/primitives.ts'

const cache = new Map<string, Promise<Lesson | null>>()

/**
 * A whole lesson with its quiz key, or null when no such lesson is written. Server only: what leaves
 * the server is `toPublicLesson`. Throws when the file is there but wrong (check:content finds that first).
 */
export function readLesson(moduleId: number, lessonId: string): Promise<Lesson | null> {
	// The id becomes part of a file name, so nothing but a plain id may pass.
	if (!Number.isInteger(moduleId) || !IdSchema.safeParse(lessonId).success) return Promise.resolve(null)

	const key = `module-${moduleId}/lessons/${lessonId}.md`
	const known = cache.get(key)
	if (known) return known

	const lesson = loadLesson(key, { moduleId, id: lessonId })
	// Only what exists is remembered: invented ids must not fill the memory.
	void lesson.then((found) => found && cache.set(key, lesson)).catch(() => undefined)
	return lesson
}

async function loadLesson(path: string, place: { moduleId: number; id: string }): Promise<Lesson | null> {
	const source = await readFile(new URL(`./course/${path}`, import.meta.url), 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null
		throw error
	})
	if (source === null) return null

	const parsed = parseLesson(source, place)
	if (parsed.ok) return parsed.lesson
	throw new Error(`content/course/${path}: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
}

/** The lesson as the browser may have it: rendered body (headings from h3 on), questions without their key. */
export function toPublicLesson(lesson: Lesson): PublicLesson {
	const { moduleId, id, title, duration, difficulty, steps, examples, task } = lesson
	return {
		moduleId,
		id,
		title,
		duration,
		difficulty,
		bodyHtml: renderMarkdown(lesson.body, 3),
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

/** What grading needs and what is shown after submit (DECISIONS, Learning area). */
export const quizKeyOf = (lesson: Lesson): QuizKey => lesson.quiz.map(({ id, correct, explanation }) => ({ id, correct, explanation }))
