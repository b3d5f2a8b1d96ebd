import { z } from 'zod'

import { MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'

import { HrefSchema, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

const ModuleIdSchema = z.int().min(1).max(MAX_MODULE_ID)

const DeniedSchema = z.strictObject({
	deniedToast: ToastSchema.meta({ title: 'Message while it’s locked' }),
	deniedRedirect: HrefSchema.meta({ title: 'Page that opens instead', description: 'A page of your site, such as /modules.' }),
})
export type DeniedWords = z.infer<typeof DeniedSchema>

/** Texts for learners who haven't completed the previous module. */
const GateSchema = DeniedSchema.extend({ requires: ModuleIdSchema.meta({ title: 'Module to complete first' }) })
export type ModuleGateWords = z.infer<typeof GateSchema>

export const CourseModuleSchema = z.strictObject({
	id: ModuleIdSchema.meta({ title: 'Number', description: 'Part of the module’s address, so it can’t change.' }),
	title: TextSchema.meta({ title: 'Name' }),
	pageTitle: TextSchema.meta({ title: 'Title in the browser’s tab' }),
	description: TextSchema,
	skills: z.array(TextSchema),
	duration: TextSchema.meta({ title: 'Duration in words' }),
	/** Expected minutes for the whole module, within `duration`. The dashboard uses it to estimate the time left. */
	minutes: z.int().positive().meta({ title: 'Duration in minutes' }),
	template: TextSchema.optional().meta({ title: 'Name of its template', description: 'Leave empty for none.' }),
	/** Slug of the template's document in content/documents. */
	templateSlug: IdSchema.optional().meta({ title: 'Web address of its template' }),
	challenge: TextSchema.optional().meta({ description: 'Leave empty for none.' }),
	/** Null if the module requires no other module, only a sign-up. */
	gate: GateSchema.nullable().meta({ title: 'Required module' }),
	/** True if its texts are free, even under the access policy `enrolled`. */
	free: z
		.literal(true)
		.optional()
		.meta({ title: 'Free to read', description: 'Its lessons open without buying the course, with a free account.' }),
	completionToast: ToastSchema.meta({ title: 'Message when it’s completed' }),
})
export type CourseModule = z.infer<typeof CourseModuleSchema>

export type ModuleWords = Omit<CourseModule, 'template' | 'templateSlug' | 'challenge'>

const WeekSchema = z.strictObject({
	week: z.int().min(1),
	/** A module of the course, the free trial, or the career path. */
	module: z.union([ModuleIdSchema, z.enum(['starter', 'career-path'])]),
	title: TextSchema,
	description: TextSchema,
	outcome: TextSchema.optional().meta({ description: 'What the learner leaves with. Leave empty for none.' }),
})
export type WeeklyModule = z.infer<typeof WeekSchema>

/**
 * Requirements for a certificate, in addition to opening every section: passed knowledge checks, and several study sessions with pauses in
 * between.
 */
export const CertificateSchema = z
	.strictObject({
		passPercent: z.int().min(1).max(100).meta({ title: 'Passing score of knowledge checks (%)' }),
		sittings: z.int().min(1).meta({ title: 'Minimum study sessions' }),
		pauseMinutes: z.int().positive().meta({ title: 'Minutes between study sessions' }),
	})
	.meta({ title: 'Certificate' })

const CourseShape = z.strictObject({
	code: IdSchema.meta({
		title: 'Short name in orders and certificates',
		description: 'Stays when you rename the course, like its offer page’s address. A course that you add gets its address from its name.',
	}),
	title: TextSchema.meta({ description: 'For learners and on certificates. Other texts use the course name in Settings › General.' }),
	certificate: CertificateSchema,
	/** Texts of /modules. `{n}`: module number. */
	list: z
		.strictObject({
			title: TextSchema,
			intro: TextSchema,
			greeting: TextSchema.meta({ title: 'Greeting by name' }),
			/** Greeting for visitors without a stored name. */
			greetingWithoutName: TextSchema.meta({ title: 'Greeting without a name' }),
			startLabel: TextSchema,
			reviewLabel: TextSchema,
			skillsLabel: TextSchema,
			durationLabel: TextSchema,
			templateLabel: TextSchema,
			challengeLabel: TextSchema,
			completedLabel: TextSchema,
			/** Button at the bottom if a user name is stored. */
			continueButton: LinkSchema.meta({ title: 'Button below, for people who have started' }),
			/** Button at the bottom if no user name is stored. */
			startButton: LinkSchema.meta({ title: 'Button below, for new visitors' }),
		})
		.meta({ title: 'Page with all modules', description: 'Its texts. {n} shows the number of a module.' }),
	/** Page to which module pages redirect visitors without a stored email. */
	notSignedUpRedirect: HrefSchema.meta({
		title: 'Where visitors without an account land',
		description: 'Opens instead of a lesson, such as /signup.',
	}),
	/** Shown at modules that aren't free, to learners who don't own the course. Used only under the access policy `enrolled`. */
	notEnrolled: DeniedSchema.meta({ title: 'For people who haven’t bought the course' }),
	modules: z.array(CourseModuleSchema).min(1).meta({ title: 'Modules', description: 'How each looks in lists, and who can open it.' }),
	/** Weeks on the landing page: all modules, the free trial and the career path. */
	weeks: z
		.array(WeekSchema)
		.min(1)
		.refine((weeks) => new Set(weeks.map(({ module }) => module)).size === weeks.length, 'each week must be a different module')
		.meta({
			title: 'Weeks on the offer page',
			entry: 'week',
			description: 'Pages promise this many modules: those of the course, and others such as the free trial.',
		}),
})
type CourseShape = z.infer<typeof CourseShape>

function findFaults({ modules, weeks }: CourseShape): { path: (string | number)[]; message: string }[] {
	return [
		...modules.flatMap(({ id, gate }, index) => {
			const earlier = modules.slice(0, index).map((module) => module.id)
			const isKnown = gate === null || earlier.includes(gate.requires)
			return [
				...(earlier.includes(id) ? [{ path: ['modules', index, 'id'], message: `two modules have the number ${id}` }] : []),
				...(isKnown ? [] : [{ path: ['modules', index, 'gate', 'requires'], message: 'must be an earlier module' }]),
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
