import { z } from 'zod'

import { HrefSchema, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

const ModuleIdSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)])

/** What the page says to a visitor without access, and where it leads. */
const DeniedSchema = z.strictObject({ deniedToast: ToastSchema, deniedRedirect: HrefSchema })
export type DeniedWords = z.infer<typeof DeniedSchema>

/** The same when the previous module is not completed. */
const GateSchema = DeniedSchema.extend({ requires: ModuleIdSchema })
export type ModuleGateWords = z.infer<typeof GateSchema>

export const CourseModuleSchema = z.strictObject({
	id: ModuleIdSchema,
	/** Title in the list of /modules. */
	title: TextSchema,
	/** Title of the module's own page. */
	pageTitle: TextSchema,
	description: TextSchema,
	skills: z.array(TextSchema).min(1),
	duration: TextSchema,
	/** Usual time for the whole module in minutes, within `duration`; the dashboard computes from it how much is left. */
	minutes: z.int().positive(),
	template: TextSchema,
	/** The template's document in content/documents. */
	templateSlug: IdSchema,
	challenge: TextSchema,
	/** null: only a stored user is needed (module 1). */
	gate: GateSchema.nullable(),
	completionToast: ToastSchema,
})
export type CourseModule = z.infer<typeof CourseModuleSchema>

const WeekSchema = z.strictObject({
	week: z.int().min(1).max(8),
	/** Which of the eight modules it is: one of the six, the free trial's or the one about careers. */
	module: z.union([ModuleIdSchema, z.enum(['starter', 'career-path'])]),
	title: TextSchema,
	description: TextSchema,
	outcome: TextSchema,
})
export type WeeklyModule = z.infer<typeof WeekSchema>

export const CourseSchema = z.strictObject({
	code: IdSchema,
	title: TextSchema,
	/** What the signed certificate requires besides every section: passed knowledge checks, and sittings with a pause between. */
	certificate: z.strictObject({
		passPercent: z.int().min(1).max(100),
		sittings: z.int().min(1),
		pauseMinutes: z.int().positive(),
	}),
	/** Words of /modules. `{n}` is the module number. */
	list: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		greeting: TextSchema,
		/** For a visitor whose name is not known. */
		greetingWithoutName: TextSchema,
		startLabel: TextSchema,
		reviewLabel: TextSchema,
		skillsLabel: TextSchema,
		durationLabel: TextSchema,
		templateLabel: TextSchema,
		challengeLabel: TextSchema,
		completedLabel: TextSchema,
		/** Bottom button when a user name is stored. */
		continueButton: LinkSchema,
		/** Bottom button otherwise. */
		startButton: LinkSchema,
	}),
	/** Where a visitor without a stored email goes from any module page. */
	notSignedUpRedirect: HrefSchema,
	/** Under the access policy `enrolled`, for a learner of modules 2 to 6 without the course. */
	notEnrolled: DeniedSchema,
	modules: z.array(CourseModuleSchema).length(6),
	/** The eight weekly modules of the landing page. */
	weeks: z
		.array(WeekSchema)
		.length(8)
		.refine((weeks) => new Set(weeks.map(({ module }) => module)).size === weeks.length, 'each week must be another module'),
})
export type Course = z.infer<typeof CourseSchema>
