import { z } from 'zod'

import type { Exercise } from '#domain/exercises/exercise.ts'

import type { Recall } from './blocks.ts'
import type { Download } from './download.ts'
import type { Figure } from './figure.ts'
import { DownloadIdSchema, hasUniqueIds, HrefSchema, IdSchema, TextSchema } from './primitives.ts'

export const DifficultySchema = z.enum(['Beginner', 'Intermediate', 'Advanced'])
export type Difficulty = z.infer<typeof DifficultySchema>

/** Error if no right answer is chosen, or if its option was removed. */
const RIGHT_ANSWER = 'Choose the right answer.'

const QuizQuestionSchema = z
	.strictObject({
		id: IdSchema,
		question: TextSchema,
		options: z.array(TextSchema).min(2),
		/** Zero-based index into `options`. The browser gets it only after submitting the quiz. */
		correct: z.int(RIGHT_ANSWER).min(0, RIGHT_ANSWER).meta({ title: 'Right answer' }),
		explanation: TextSchema,
	})
	.refine(({ correct, options }) => correct < options.length, { path: ['correct'], message: RIGHT_ANSWER })

/** Has either `link`, a URL, or `file`, the ID of a content/downloads/*.json. */
const LessonResourceSchema = z
	.strictObject({
		title: TextSchema,
		type: z.enum(['pdf', 'sheet', 'doc', 'template', 'tool', 'article']),
		link: HrefSchema.optional(),
		file: DownloadIdSchema.optional(),
		description: TextSchema,
	})
	.refine(({ link, file }) => (link === undefined) !== (file === undefined), 'needs either link or file')

/** Front matter of lessons/<id>.md. The Markdown below it has no level-one heading. */
export const LessonFrontMatterSchema = z.strictObject({
	title: TextSchema,
	duration: TextSchema,
	difficulty: DifficultySchema,
	steps: z.array(TextSchema).meta({ description: 'Learners check these off one by one, in the tab “Step-by-Step” of the lesson.' }),
	/** `real: true`: an existing person who agreed to be named. The page says that all others are made up. */
	examples: z
		.array(z.strictObject({ title: TextSchema, description: TextSchema, link: HrefSchema.optional(), real: z.boolean().optional() }))
		.meta({ description: 'Learners see these as stories to compare with, in the tab “Real Examples” of the lesson.' }),
	task: z
		.strictObject({ title: TextSchema, description: TextSchema, timeEstimate: TextSchema, deliverable: TextSchema })
		.optional()
		.meta({ description: 'Learners do this on their own and mark it as done, in the tab “Practical Task” of the lesson.' }),
	quiz: z.array(QuizQuestionSchema).refine(hasUniqueIds, 'has two entries with the same short name: change one of them').meta({
		title: 'Knowledge check',
		entry: 'question',
		description: 'Learners answer these questions in the tab “Knowledge Check” of the lesson.',
	}),
	resources: z.array(LessonResourceSchema),
})
export type LessonFrontMatter = z.infer<typeof LessonFrontMatterSchema>

export type LessonExample = LessonFrontMatter['examples'][number]
export type LessonTask = LessonFrontMatter['task']

/** A question as the browser gets it before submission: without `correct` and `explanation`. */
export type PublicQuizQuestion = { id: string; question: string; options: string[] }

/** Correct answers for grading, and explanations shown after submission. */
export type QuizKey = { id: string; correct: number; explanation: string }[]

/** A complete lesson, including its quiz key. For the server only. */
export type Lesson = LessonFrontMatter & {
	moduleId: number
	id: string
	body: string
	blocks: { figures: Figure[]; recalls: Recall[]; exercises: Exercise[] }
}

/** A resource on the page: a URL to open, or a file to save. */
export type LessonResource = {
	title: string
	type: z.infer<typeof LessonResourceSchema>['type']
	description: string
	link?: string | undefined
	download?: Download
}

/** The part of a lesson that may be sent to the browser: rendered body, quiz without its key, files with their text. */
export type PublicLesson = {
	moduleId: number
	id: string
	title: string
	duration: string
	difficulty: Difficulty
	/** Sanitized HTML; headings start at h3. */
	bodyHtml: string
	/** Exercises; each replaces a `<section data-exercise="<id>">` in the body. */
	exercises: Exercise[]
	/** Recall questions; each replaces a `<details data-recall="<id>">` in the body. */
	recalls: Recall[]
	steps: string[]
	examples: LessonExample[]
	task?: LessonTask
	quiz: PublicQuizQuestion[]
	resources: LessonResource[]
}
