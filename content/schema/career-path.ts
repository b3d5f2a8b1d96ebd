import { z } from 'zod'

import { CAREER_QUESTION_COUNT, TRACK_IDS } from '#domain/quiz/career-path-quiz.ts'

import { BlurbSchema, IdSchema, LinkSchema, TextSchema, ToastSchema, hasUniqueIds } from './primitives.ts'

const TrackIdSchema = z.enum(TRACK_IDS)

const SpanSchema = z.tuple([z.number().min(0), z.number().min(0)]).refine(([low, high]) => low <= high, 'must list the lower number first')

const TrackSchema = z.strictObject({
	id: TrackIdSchema,
	title: TextSchema,
	description: TextSchema,
	difficulty: z.enum(['Beginner', 'Intermediate', 'Advanced']),
	timeToIncome: z.string().regex(/^\d+-\d+ weeks$/, 'must look like 2-8 weeks'),
	incomeRange: z.string().regex(/^\$[\d,]+-\$[\d,]+\/month$/, 'must look like $1,000-$15,000/month'),
	/** Recommended hours per week, and start costs in dollars, as in the track's career guide. */
	hoursAWeek: SpanSchema,
	startCost: SpanSchema,
	idealFor: TextSchema,
	notFor: TextSchema,
	skills: z.array(TextSchema).min(3),
	pros: z.array(TextSchema).min(3).meta({ entry: 'advantage' }),
	cons: z.array(TextSchema).min(3).meta({ entry: 'drawback' }),
	/** `id`: name of the lesson's file in content/tracks/<track>/. */
	lessons: z.array(z.strictObject({ id: IdSchema, title: TextSchema, description: TextSchema, duration: TextSchema })).length(4),
	firstSteps: z.array(BlurbSchema).min(3),
	/** Additional lines of the downloadable guide. */
	worksheet: z.array(z.string()).min(3).meta({ entry: 'line' }),
})
export type CareerTrack = z.infer<typeof TrackSchema>

const MeasureSchema = z.strictObject({ title: TextSchema, caption: TextSchema.meta({ title: 'Text below the chart' }) })

/** content/tracks.json */
export const CareerPathSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema,
	intro: TextSchema,
	tracks: z
		.array(TrackSchema)
		.refine((tracks) => tracks.map(({ id }) => id).join() === TRACK_IDS.join(), 'one entry per track, in order')
		// IDs must be unique across tracks, because records identify a lesson by its ID alone.
		.refine(
			(tracks) => hasUniqueIds(tracks.flatMap(({ lessons }) => lessons)),
			'has two lessons with the same short name: change one of them',
		),
	/** Comparison of all tracks. Each caption names the source of its numbers. */
	comparison: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		jump: TextSchema,
		tableLabel: TextSchema,
		trackLabel: TextSchema,
		measures: z.strictObject({ weeks: MeasureSchema, cost: MeasureSchema, hours: MeasureSchema, income: MeasureSchema }),
	}),
	quizCall: BlurbSchema,
	downloadToast: ToastSchema,
	next: z.strictObject({ title: TextSchema, text: TextSchema, links: z.array(LinkSchema).min(1) }),
})
export type CareerPath = z.infer<typeof CareerPathSchema>

const OptionSchema = z
	.strictObject({ text: TextSchema, first: TrackIdSchema, second: TrackIdSchema.nullable() })
	.refine(({ first, second }) => first !== second, 'the second track must be another one')

/** content/quizzes/career-path.json */
export const CareerQuizSchema = z.strictObject({
	title: TextSchema,
	intro: TextSchema,
	questions: z
		.array(z.strictObject({ id: IdSchema, question: TextSchema, options: z.array(OptionSchema).length(3) }))
		.length(CAREER_QUESTION_COUNT)
		.refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
})
export type CareerQuiz = z.infer<typeof CareerQuizSchema>
