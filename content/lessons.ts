import type { ReadLesson } from './derive-texts.ts'
import type { Download } from './schema/download.ts'
import type { Lesson, PublicLesson, QuizKey } from './schema/lesson.ts'

/** The lesson as the browser may see it: rendered body (headings from h3 on), questions without their key. */
export function toPublicLesson(lesson: ReadLesson, downloadById: (id: string) => Download): PublicLesson {
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

/** Answers for grading, and explanations shown after submit. */
export const toQuizKey = (lesson: Lesson): QuizKey => lesson.quiz.map(({ id, correct, explanation }) => ({ id, correct, explanation }))
