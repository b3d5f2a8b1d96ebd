import { z } from 'zod'

import type { Exercise } from '#domain/exercises/exercise.ts'

import type { RecallQuestion } from './recall.ts'

/** Body of `POST /api/course/lessons/:moduleId/:lessonId/quiz`. */
export const GradeLessonQuizRequestSchema = z.strictObject({
	/** Idempotency key that the browser generates for each attempt: a retry doesn't count as a second one. */
	attemptId: z.uuid(),
	/** Zero-based index of the chosen option for each question. */
	answers: z.array(z.int().min(0).max(50)).min(1).max(50),
})
export type GradeLessonQuizRequest = z.infer<typeof GradeLessonQuizRequestSchema>

export type GradeLessonQuizResponse = {
	score: number
	total: number
	/** One result per question, in the order of the questions. */
	results: { isCorrect: boolean; correctIndex: number; explanation: string }[]
}

/** Modules completed in a signed-out browser, e.g. `1,2`. Ignored if the learner is signed in. */
export const CompletedSchema = z
	.string()
	.regex(/^[1-9]\d?(,[1-9]\d?){0,98}$/)
	.optional()

export const LessonQuerySchema = z.object({ completed: CompletedSchema })

export type LessonFile = {
	id: string
	title: string
	description: string
	type: 'pdf' | 'sheet' | 'doc' | 'template'
	fileName: string
	mediaType: 'text/plain' | 'text/csv'
	previewContent: string
	/** URL of the document; null if the text is the whole file. */
	href: string | null
}

/** Something to read or download: a URL, or a file included in the lesson. */
export type LessonResourceItem = {
	title: string
	type: 'pdf' | 'sheet' | 'doc' | 'template' | 'tool' | 'article'
	description: string
	link?: string | undefined
	download?: LessonFile | undefined
}

/** Response of `GET /api/course/modules/:moduleId/lessons/:lessonId`. The quiz is without its key. */
export type LessonResponse = {
	moduleId: number
	id: string
	title: string
	duration: string
	difficulty: 'Beginner' | 'Intermediate' | 'Advanced'
	/** Sanitized HTML; headings start at h3. */
	bodyHtml: string
	/** Exercises; each replaces a `<section data-exercise="<id>">` in the body. */
	exercises: Exercise[]
	/** Recall questions; each replaces a `<details data-recall="<id>">` in the body. */
	recalls: RecallQuestion[]
	steps: string[]
	examples: { title: string; description: string; link?: string | undefined; real?: boolean | undefined }[]
	task?: { title: string; description: string; timeEstimate: string; deliverable: string } | undefined
	quiz: { id: string; question: string; options: string[] }[]
	resources: LessonResourceItem[]
}
