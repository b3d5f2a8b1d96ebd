import { z } from 'zod'

import { SIDE_HUSTLE_IDS } from '#domain/selector/rank-side-hustles.ts'
import { QUESTIONS_BY_CATEGORY, SELECTOR_CATEGORIES } from '#domain/selector/selector-questions.ts'

import { BlurbSchema, IdSchema, LinkSchema, TextSchema } from './primitives.ts'

const QuestionSchema = z.strictObject({
	id: IdSchema,
	question: TextSchema,
	description: TextSchema,
	/** Label of rating 1, the lowest; `high` is the label of rating 5. */
	low: TextSchema.meta({ title: 'Lowest answer' }),
	high: TextSchema.meta({ title: 'Highest answer' }),
})

const CategorySchema = z
	.strictObject({
		id: z.enum(SELECTOR_CATEGORIES),
		label: TextSchema,
		intro: TextSchema,
		questions: z.array(QuestionSchema).min(1),
	})
	.refine(({ id, questions }) => questions.map((question) => question.id).join() === QUESTIONS_BY_CATEGORY[id].join(), {
		path: ['questions'],
		message: 'must stay the same questions in the same order: change only their words',
	})

/** A side-hustle type. Its score ranges are rules, so they are in domain/selector. */
const SideHustleSchema = z.strictObject({
	id: z.string().pipe(z.enum(SIDE_HUSTLE_IDS as [string, ...string[]])),
	name: TextSchema,
	description: TextSchema,
	timeCommitment: TextSchema,
	earningPotential: TextSchema,
	idealFor: TextSchema,
	startingSteps: z.array(TextSchema).min(3),
})
export type SideHustle = z.infer<typeof SideHustleSchema>

/** content/selector/selector.json */
export const SelectorSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema,
	intro: TextSchema,
	facts: z.array(TextSchema).length(3),
	quickStart: z.strictObject({ title: TextSchema, steps: z.array(BlurbSchema).min(3) }),
	resultsNote: TextSchema,
	worksheetNote: TextSchema,
	categories: z
		.array(CategorySchema)
		.refine((categories) => categories.map(({ id }) => id).join() === SELECTOR_CATEGORIES.join(), 'one entry per category, in order'),
	types: z
		.array(SideHustleSchema)
		.refine((types) => types.map(({ id }) => id).join() === SIDE_HUSTLE_IDS.join(), 'one entry per type, in the order of the ranges'),
	next: z.strictObject({ title: TextSchema, text: TextSchema, links: z.array(LinkSchema).min(1) }),
})
export type SelectorContent = z.infer<typeof SelectorSchema>
export type SelectorCategoryContent = z.infer<typeof CategorySchema>
