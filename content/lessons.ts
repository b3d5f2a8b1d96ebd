import type { LessonWithText } from './derive-texts.ts'
import type { Download } from './schema/download.ts'
import type { Lesson, PublicLesson, QuizKey } from './schema/lesson.ts'

/**
 * Returns the part of a lesson that may be sent to the browser: the rendered text, in which headings start at h3, and questions without
 * their key.
 */
export function toPublicLesson(lesson: LessonWithText, downloadById: (id: string) => Download): PublicLesson {
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
		// Lists each field: a spread would publish any field added to the schema later.
		quiz: lesson.quiz.map((question) => ({ id: question.id, question: question.question, options: question.options })),
		resources: lesson.resources.map(({ file, ...resource }) =>
			file === undefined ? resource : { ...resource, download: downloadById(file) },
		),
	}
}

export const toQuizKey = (lesson: Lesson): QuizKey => lesson.quiz.map(({ id, correct, explanation }) => ({ id, correct, explanation }))
