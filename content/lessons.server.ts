import { readFile, stat } from 'node:fs/promises'

import { parseLesson } from './parse-lesson.ts'
import { downloadById } from './public.server.ts'
import { renderMarkdown } from './render-markdown.server.ts'
import type { Lesson, PublicLesson, QuizKey } from './schema/lesson.ts'
import { IdSchema } from './schema/primitives.ts'

type Kept = { changedAt: number; lesson: Lesson }

const kept = new Map<string, Kept>()

/**
 * A whole lesson with its quiz key, or null when no such lesson is written. Server only: what leaves
 * the server is `toPublicLesson`. Parsed once per change of its file, so an edit shows without a restart.
 * Throws when the file is there but wrong (check:content finds that first).
 */
export async function readLesson(moduleId: number, lessonId: string): Promise<Lesson | null> {
	// The id becomes part of a file name, so nothing but a plain id may pass.
	if (!Number.isInteger(moduleId) || !IdSchema.safeParse(lessonId).success) return null

	const path = `module-${moduleId}/lessons/${lessonId}.md`
	const url = new URL(`./course/${path}`, import.meta.url)
	const changedAt = await stat(url).then(({ mtimeMs }) => mtimeMs, ignoreMissing)
	if (changedAt === null) return null

	const known = kept.get(path)
	if (known?.changedAt === changedAt) return known.lesson

	const parsed = parseLesson(await readFile(url, 'utf8'), { moduleId, id: lessonId })
	if (!parsed.ok)
		throw new Error(`content/course/${path}: ${parsed.issues.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`)
	kept.set(path, { changedAt, lesson: parsed.lesson })
	return parsed.lesson
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
	if (error.code === 'ENOENT') return null
	throw error
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
