import { z } from 'zod'

import { hasUniqueIds, HrefSchema, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

export const StreamSchema = z.strictObject({
	id: IdSchema,
	step: z.int().min(1).max(5),
	title: TextSchema,
	timeframe: TextSchema,
	difficulty: z.enum(['Beginner-friendly', 'Intermediate']),
	description: TextSchema,
	startToday: z.array(TextSchema).min(3).meta({ entry: 'step' }),
	realExample: TextSchema,
	potentialIncome: TextSchema,
})
export type IncomeStream = z.infer<typeof StreamSchema>

/** content/free-trial/streams.json: five income streams. */
export const StreamsSchema = z.strictObject({
	title: TextSchema,
	intro: TextSchema,
	labels: z.strictObject({ startToday: TextSchema, realExample: TextSchema, illustration: TextSchema, potentialIncome: TextSchema }),
	streams: z.array(StreamSchema).length(5).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
	upgrade: z.strictObject({ title: TextSchema, text: TextSchema, label: TextSchema }),
})
export type Streams = z.infer<typeof StreamsSchema>

const DaySchema = z.strictObject({
	title: TextSchema,
	time: TextSchema,
	idea: TextSchema,
	tasks: z.array(TextSchema).min(3),
	resultToTrack: TextSchema,
})

/** content/free-trial/template.json: the free trial's guide to weekly planning. */
export const TrialTemplateSchema = z.strictObject({
	id: IdSchema,
	title: TextSchema,
	description: TextSchema,
	sections: z.array(DaySchema).length(7),
	goals: z.array(z.strictObject({ level: z.enum(['Beginner', 'Intermediate', 'Advanced']), goals: z.array(TextSchema).min(2) })).length(3),
	successTips: z.array(TextSchema).min(3),
})
export type TrialTemplate = z.infer<typeof TrialTemplateSchema>

const WorksheetQuestionSchema = z.strictObject({ id: IdSchema, question: TextSchema, description: TextSchema })

/** content/free-trial/worksheet.json: the free trial's worksheet for the income selector. */
export const TrialWorksheetSchema = z.strictObject({
	id: IdSchema,
	title: TextSchema,
	description: TextSchema,
	howTo: z.array(TextSchema).min(1).meta({ entry: 'step' }),
	categories: z
		.array(
			z.strictObject({
				id: z.enum(['personality', 'skills', 'lifestyle']),
				title: TextSchema,
				questions: z.array(WorksheetQuestionSchema).length(4),
			}),
		)
		.length(3),
	scoringGuide: z
		.array(
			z.strictObject({
				stream: TextSchema,
				matchingTraits: z.array(TextSchema).min(2).meta({ entry: 'trait' }),
				description: TextSchema,
				timeToIncome: TextSchema,
				startingSteps: z.array(TextSchema).min(2),
				idealFor: TextSchema,
			}),
		)
		.length(5),
})
export type TrialWorksheet = z.infer<typeof TrialWorksheetSchema>

export const TrialTypeSchema = z.enum(['affiliate', 'creator', 'marketer', 'analyst'])

const QuestionSchema = z.strictObject({
	id: IdSchema,
	question: TextSchema,
	options: z
		.array(z.strictObject({ text: TextSchema, type: TrialTypeSchema }))
		.length(4)
		.refine((options) => new Set(options.map(({ type }) => type)).size === 4, 'each option needs a different type'),
})

/** A row of the action plan, with the same fields as a row of the weekly planner. */
const PlanTaskSchema = z.strictObject({ idea: TextSchema, task: TextSchema, time: TextSchema, tool: TextSchema, goal: TextSchema })
export type PlanTask = z.infer<typeof PlanTaskSchema>

const ResultSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema,
	strengths: z.array(TextSchema).min(3),
	idealIncomeStreams: z.array(TextSchema).min(3).meta({ entry: 'income stream' }),
	quickStartPlan: z.array(TextSchema).min(3).meta({ entry: 'step' }),
	earningPotential: TextSchema,
	perfectFor: TextSchema,
	planTasks: z.array(PlanTaskSchema).length(5),
})
export type TrialResult = z.infer<typeof ResultSchema>

/** content/free-trial/quiz.json: the personality quiz. */
export const TrialQuizSchema = z.strictObject({
	title: TextSchema,
	intro: TextSchema,
	labels: z.strictObject({
		submit: TextSchema,
		/** `{answered}` and `{total}`: numbers of questions. */
		answered: TextSchema,
		yourType: TextSchema,
		strengths: TextSchema,
		idealIncomeStreams: TextSchema,
		quickStartPlan: TextSchema,
		earningPotential: TextSchema,
		perfectFor: TextSchema,
		yourAnswers: TextSchema,
		makePlan: TextSchema,
	}),
	plan: z.strictObject({
		/** `{type}`: title of the result. */
		title: TextSchema,
		intro: TextSchema,
		time: TextSchema,
		tool: TextSchema,
		goal: TextSchema,
		kept: TextSchema,
		planner: LinkSchema,
		mail: z.strictObject({
			title: TextSchema,
			emailLabel: TextSchema,
			consentLabel: TextSchema,
			submitLabel: TextSchema,
			invalidEmail: TextSchema,
			missingConsent: TextSchema,
			successToast: ToastSchema,
		}),
	}),
	questions: z.array(QuestionSchema).length(5).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
	results: z.strictObject({ affiliate: ResultSchema, creator: ResultSchema, marketer: ResultSchema, analyst: ResultSchema }),
})
export type TrialQuiz = z.infer<typeof TrialQuizSchema>

const SlideSchema = z.strictObject({ title: TextSchema, lines: z.array(TextSchema).min(1) })

/** content/free-trial/page.json: texts of /free-trial around the tabs, and of its first and last tab. */
export const TrialPageSchema = z.strictObject({
	title: TextSchema,
	intro: TextSchema,
	description: TextSchema,
	backLink: LinkSchema,
	tabsLabel: TextSchema,
	tabs: z.strictObject({
		intro: TextSchema.meta({ title: 'First tab' }),
		streams: TextSchema,
		templates: TextSchema,
		quiz: TextSchema,
		action: TextSchema,
	}),
	downloadToast: ToastSchema,
	welcome: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		length: TextSchema,
		watchLabel: TextSchema,
		takeawaysTitle: TextSchema,
		takeaways: z.array(TextSchema).min(3),
		readLabel: TextSchema,
		dialogTitle: TextSchema,
		/** `{n}` and `{total}`: current slide and number of slides. */
		slideOf: TextSchema,
		previous: TextSchema,
		next: TextSchema,
		finish: TextSchema,
		progressLabel: TextSchema,
		captionsLabel: TextSchema,
		unplayable: TextSchema,
		slides: z.array(SlideSchema).min(5),
	}),
	templates: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		time: TextSchema,
		/** `{n}`: number of hidden tasks, in singular and plural. */
		moreTasks: z.strictObject({ one: TextSchema, other: TextSchema }),
		/** `{n}`: number of questions. */
		questionCount: TextSchema,
		downloadTemplate: TextSchema,
		downloadWorksheet: TextSchema,
		bonusTitle: TextSchema,
		bonusText: TextSchema,
		bonuses: z.array(z.strictObject({ title: TextSchema, text: TextSchema })).length(5),
		unlockLabel: TextSchema,
	}),
	action: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		purchaseLabel: TextSchema,
		purchaseText: TextSchema,
		badgesTitle: TextSchema,
		earned: TextSchema,
		open: TextSchema,
		badges: z
			.array(
				z.strictObject({
					id: z.enum(['mindset', 'income-map', 'your-type', 'action-plan']),
					title: TextSchema,
					how: TextSchema,
					tab: z.enum(['intro', 'streams', 'quiz']),
				}),
			)
			.length(4),
		mistakesTitle: TextSchema,
		mistakeFix: TextSchema,
		mistakeWhy: TextSchema,
		nextStepsTitle: TextSchema,
		nextSteps: z.array(z.strictObject({ title: TextSchema, text: TextSchema, href: HrefSchema, linkLabel: TextSchema })).length(5),
	}),
})
export type TrialPage = z.infer<typeof TrialPageSchema>
