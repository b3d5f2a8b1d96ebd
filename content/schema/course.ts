import { z } from 'zod'

import { MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'

import { HrefSchema, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

const ModuleIdSchema = z.int().min(1).max(MAX_MODULE_ID)

/** Message for visitors without access, and the redirect. */
const DeniedSchema = z.strictObject({
	deniedToast: ToastSchema.meta({ title: 'Message to those who may not open it' }),
	deniedRedirect: HrefSchema.meta({ title: 'Page they are sent to' }),
})
export type DeniedWords = z.infer<typeof DeniedSchema>

/** The same when the previous module is not completed. */
const GateSchema = DeniedSchema.extend({ requires: ModuleIdSchema.meta({ title: 'Module to complete first' }) })
export type ModuleGateWords = z.infer<typeof GateSchema>

export const CourseModuleSchema = z.strictObject({
	id: ModuleIdSchema.meta({ title: 'Number', description: 'In the address of the module. It stays as it is.' }),
	/** Title in the list of /modules. */
	title: TextSchema,
	pageTitle: TextSchema,
	description: TextSchema,
	skills: z.array(TextSchema).min(1),
	duration: TextSchema,
	/** Usual time for the whole module in minutes, within `duration`; the dashboard computes from it how much is left. */
	minutes: z.int().positive().meta({ title: 'Usual time in minutes' }),
	template: TextSchema.optional().meta({ title: 'Name of its template', description: 'Empty: it has no template.' }),
	/** The template's document in content/documents. */
	templateSlug: IdSchema.optional().meta({ title: 'Web address of its template' }),
	challenge: TextSchema,
	/** null: only a stored user is needed. */
	gate: GateSchema.nullable().meta({ title: 'When it opens' }),
	/** Its texts need no purchase under the access policy `enrolled`. */
	free: z.literal(true).optional(),
	completionToast: ToastSchema.meta({ title: 'Message when it is completed' }),
})
export type CourseModule = z.infer<typeof CourseModuleSchema>

/** Text of a module's page around its content, in any course. */
export type ModuleWords = Omit<CourseModule, 'template' | 'templateSlug' | 'challenge'>

const WeekSchema = z.strictObject({
	week: z.int().min(1),
	/** Which module it is: one of the course, the free trial's or the one about careers. */
	module: z.union([ModuleIdSchema, z.enum(['starter', 'career-path'])]),
	title: TextSchema,
	description: TextSchema,
	outcome: TextSchema,
})
export type WeeklyModule = z.infer<typeof WeekSchema>

/** Certificate requirements besides every section: passed knowledge checks, and sittings with a pause between. */
export const CertificateSchema = z
	.strictObject({
		passPercent: z.int().min(1).max(100).meta({ title: 'Knowledge checks passed from, in percent' }),
		sittings: z.int().min(1).meta({ title: 'Study sessions, at least' }),
		pauseMinutes: z.int().positive().meta({ title: 'Minutes between two study sessions' }),
	})
	.meta({ title: 'Certificate' })

const CourseShape = z.strictObject({
	code: IdSchema.meta({ title: 'Short name in orders and certificates' }),
	title: TextSchema,
	certificate: CertificateSchema,
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
	/** Redirect for visitors without a stored email, from any module page. */
	notSignedUpRedirect: HrefSchema,
	/** Under the access policy `enrolled`, for a learner without the course at a module that is not free. */
	notEnrolled: DeniedSchema,
	/** In the order in which they are taught. */
	modules: z.array(CourseModuleSchema).min(1),
	/** The weekly modules of the landing page: every module of the course, and the two around it. */
	weeks: z
		.array(WeekSchema)
		.min(1)
		.refine((weeks) => new Set(weeks.map(({ module }) => module)).size === weeks.length, 'each week must be another module'),
})
type CourseShape = z.infer<typeof CourseShape>

/** Checks references between modules; path and message of each fault. */
function findFaults({ modules, weeks }: CourseShape): { path: (string | number)[]; message: string }[] {
	return [
		...modules.flatMap(({ id, gate }, index) => {
			const earlier = modules.slice(0, index).map((module) => module.id)
			const isKnown = gate === null || earlier.includes(gate.requires)
			return [
				...(earlier.includes(id) ? [{ path: ['modules', index, 'id'], message: `two modules are number ${id}` }] : []),
				...(isKnown ? [] : [{ path: ['modules', index, 'gate', 'requires'], message: 'must be a module that comes before this one' }]),
				...(weeks.some(({ module }) => module === id)
					? []
					: [{ path: ['weeks'], message: `no week names module ${id}; the offer page counts the weeks` }]),
			]
		}),
		...weeks.flatMap(({ week, module }, index) => [
			...(week === index + 1
				? []
				: [{ path: ['weeks', index, 'week'], message: `must be ${index + 1}: weeks are numbered in their order` }]),
			...(typeof module === 'string' || modules.some(({ id }) => id === module)
				? []
				: [{ path: ['weeks', index, 'module'], message: `the course has no module ${module}` }]),
		]),
	]
}

export const CourseSchema = CourseShape.superRefine((course, issues) => {
	for (const fault of findFaults(course)) issues.addIssue({ code: 'custom', ...fault })
})
export type Course = CourseShape
