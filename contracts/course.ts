import { z } from 'zod'

import type { Exercise } from '#domain/exercises/exercise.ts'

import type { RecallQuestion } from './recall.ts'

/** Body of `POST /api/course/lessons/:moduleId/:lessonId/quiz`. */
export const GradeLessonQuizRequestSchema = z.strictObject({
	/** Made by the browser, once per attempt: a repeated call is the same attempt. */
	attemptId: z.uuid(),
	/** Chosen option per question, zero-based. */
	answers: z.array(z.int().min(0).max(50)).min(1).max(50),
})
export type GradeLessonQuizRequest = z.infer<typeof GradeLessonQuizRequestSchema>

export type GradeLessonQuizResponse = {
	score: number
	total: number
	/** One per question, in their order. */
	results: { isCorrect: boolean; correctIndex: number; explanation: string }[]
}

/** Modules completed in a signed-out browser, e.g. `1,2`. A learner's account overrides it. */
export const CompletedSchema = z
	.string()
	.regex(/^[1-9]\d?(,[1-9]\d?){0,98}$/)
	.optional()

export const LessonQuerySchema = z.object({ completed: CompletedSchema })

/** A file that the browser saves without another request. */
export type LessonFile = {
	id: string
	title: string
	description: string
	type: 'pdf' | 'sheet' | 'doc' | 'template'
	fileName: string
	mediaType: 'text/plain' | 'text/csv'
	previewContent: string
	/** Address of the real document; null where the text above is the file. */
	href: string | null
}

/** Something to read or to download: an address, or a file that comes with the lesson. */
export type LessonResourceItem = {
	title: string
	type: 'pdf' | 'sheet' | 'doc' | 'template' | 'tool' | 'article'
	description: string
	link?: string | undefined
	download?: LessonFile | undefined
}

/** Answer of `GET /api/course/modules/:moduleId/lessons/:lessonId`. The quiz comes without its key. */
export type LessonResponse = {
	moduleId: number
	id: string
	title: string
	duration: string
	difficulty: 'Beginner' | 'Intermediate' | 'Advanced'
	/** Sanitized HTML; headings start at h3. */
	bodyHtml: string
	/** Each is a `<section data-exercise="<id>">` in the body, which its fields replace. */
	exercises: Exercise[]
	/** Each is a `<details data-recall="<id>">` in the body, which the question to answer replaces. */
	recalls: RecallQuestion[]
	steps: string[]
	examples: { title: string; description: string; link?: string | undefined; real?: boolean | undefined }[]
	task: { title: string; description: string; timeEstimate: string; deliverable: string }
	quiz: { id: string; question: string; options: string[] }[]
	resources: LessonResourceItem[]
}
