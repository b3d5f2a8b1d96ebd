import { z } from 'zod'

import { hasUniqueIds, IdSchema, LinkSchema, TextSchema } from './primitives.ts'

export const HustlerTypeSchema = z.enum(['creator', 'analyst', 'affiliate', 'builder'])

const OptionSchema = z.strictObject({ text: TextSchema, type: HustlerTypeSchema, emoji: TextSchema })

const QuestionSchema = z.strictObject({ id: IdSchema, question: TextSchema, options: z.array(OptionSchema).length(4) })
export type HustlerQuestion = z.infer<typeof QuestionSchema>

const ProfileSchema = z.strictObject({
	type: HustlerTypeSchema,
	title: TextSchema,
	subtitle: TextSchema,
	description: TextSchema,
	strengths: z.array(TextSchema).min(1),
	bestIncomeStreams: z.array(TextSchema).length(5),
	quickStartTip: TextSchema,
	quickStartPlan: z.array(TextSchema).min(1).meta({ entry: 'step' }),
	earningPotential: TextSchema,
	perfectFor: TextSchema,
	icon: TextSchema,
	/** Name of a design token. */
	color: z.enum(['coral', 'teal', 'amber', 'plum']),
})
export type HustlerProfile = z.infer<typeof ProfileSchema>

export const HustlerQuizSchema = z.strictObject({
	title: TextSchema,
	intro: z.strictObject({ text: TextSchema, facts: z.array(TextSchema), startLabel: TextSchema }).meta({ title: 'Before the quiz' }),
	labels: z.strictObject({
		previous: TextSchema,
		retake: TextSchema,
		purchase: TextSchema,
		strengths: TextSchema,
		bestIncomeStreams: TextSchema,
		quickStartTip: TextSchema,
		quickStartPlan: TextSchema,
		earningPotential: TextSchema,
		perfectFor: TextSchema,
		mistakes: TextSchema,
		mistakeFix: TextSchema,
		mistakeWhy: TextSchema,
	}),
	questions: z.array(QuestionSchema).length(5).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
	profiles: z.strictObject({ creator: ProfileSchema, analyst: ProfileSchema, affiliate: ProfileSchema, builder: ProfileSchema }),
	callToAction: z.strictObject({ title: TextSchema, text: TextSchema, benefits: z.array(TextSchema).length(4), freeStart: LinkSchema }),
	quotes: z.array(TextSchema).min(1),
	commonMistakes: z.array(z.strictObject({ mistake: TextSchema, solution: TextSchema, why: TextSchema })).min(3),
})
export type HustlerQuiz = z.infer<typeof HustlerQuizSchema>
