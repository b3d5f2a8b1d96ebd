import { z } from 'zod'

import { MAX_MODULE_ID } from '#domain/gating/check-module-access.ts'

import { BlurbSchema, DownloadIdSchema, FactSchema, hasUniqueIds, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

/** A task that the learner does outside of the course, and checks off in a section. */
const MilestoneSchema = z.strictObject({ id: IdSchema, title: TextSchema, label: TextSchema })
export type Milestone = z.infer<typeof MilestoneSchema>

/**
 * A section shows the lesson lessons/<id>.md, or the one named by `lessonId`. Without a lesson, it shows the text sections/<id>.md; without
 * that text, `comingSoon` and the summary.
 */
const SectionSchema = z.strictObject({
	id: IdSchema.meta({ title: 'Web address', description: 'Progress is stored under it, so it can’t change.' }),
	title: TextSchema,
	summary: TextSchema.optional().meta({ description: 'Shown until the lesson is written.' }),
	/** Set only if the name of the lesson's file differs from the section's ID. */
	lessonId: IdSchema.nullish().meta({ title: 'Lesson with another web address' }),
	milestone: MilestoneSchema.optional().meta({ title: 'Task outside the course' }),
})
/** A section with its lesson's ID, which `nameLessons` finds; null without a lesson. */
export type Section = z.infer<typeof SectionSchema> & { lessonId: string | null }

const ProjectSchema = z.strictObject({
	id: IdSchema,
	title: TextSchema,
	description: TextSchema,
	/** Condition under which the project counts as finished; shown after “Finished when:”. */
	finished: TextSchema,
	time: TextSchema,
})

const ProjectChoiceSchema = z.strictObject({
	title: TextSchema,
	question: TextSchema,
	text: TextSchema,
	chosenLabel: TextSchema,
	noneText: TextSchema,
	projects: z.array(ProjectSchema).min(1).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
})
export type ProjectChoice = z.infer<typeof ProjectChoiceSchema>

/** Goals of a module. `note` says that they are goals, not promises. */
const GoalsSchema = z.strictObject({
	title: TextSchema,
	note: TextSchema,
	items: z.array(FactSchema).min(1),
})
export type Goals = z.infer<typeof GoalsSchema>

const RoadmapStepSchema = z.strictObject({
	title: TextSchema,
	minutes: z.int().positive(),
	description: TextSchema,
	/** ID of the section that teaches this step of the roadmap. */
	sectionId: IdSchema,
})

const EarlyAccessSchema = z.strictObject({
	title: TextSchema,
	text: TextSchema,
	emailLabel: TextSchema,
	submitLabel: TextSchema,
	successToast: ToastSchema,
})

const FeedbackSchema = z.strictObject({
	title: TextSchema,
	question: TextSchema,
	yesLabel: TextSchema,
	noLabel: TextSchema,
	suggestionLabel: TextSchema,
	submitLabel: TextSchema,
	thanksToast: ToastSchema,
})

export const ModuleSchema = z
	.strictObject({
		id: z.int().min(1).max(MAX_MODULE_ID).meta({ title: 'Number', description: 'Part of the module’s address, so it can’t change.' }),
		title: TextSchema.meta({ title: 'Title on the module’s page' }),
		subtitle: TextSchema.optional().meta({ description: 'Leave empty for none.' }),
		details: z.array(FactSchema).min(1).meta({ title: 'Facts' }),
		outcomes: z.array(TextSchema),
		sections: z
			.array(SectionSchema)
			.min(1)
			.refine(hasUniqueIds, 'has two entries with the same short name: change one of them')
			.meta({ title: 'Lessons' }),
		comingSoon: TextSchema.meta({ title: 'Text of lessons that aren’t written yet' }),
		goals: GoalsSchema.optional(),
		projectChoice: ProjectChoiceSchema.optional().meta({ title: 'Projects to choose from' }),
		roadmapTitle: TextSchema,
		/** If empty, the page has no roadmap. */
		roadmap: z.array(RoadmapStepSchema).meta({ entry: 'step' }),
		/** IDs of content/downloads/*.json offered as downloads of the module. */
		downloadIds: z.array(DownloadIdSchema).meta({ title: 'Downloads' }),
		startButtonLabel: TextSchema,
		overviewDownload: z
			.strictObject({ label: TextSchema.meta({ title: 'Text' }), downloadId: DownloadIdSchema })
			.nullable()
			.meta({ title: 'Download button' }),
		/** Toast when a generated file is downloaded; `{title}`: title of the file. */
		downloadToast: ToastSchema.meta({ title: 'Message after a download', description: '{title} shows the title of the file.' }),
		completion: z
			.strictObject({
				stepTitle: TextSchema,
				title: TextSchema,
				text: TextSchema,
				achievements: z.array(TextSchema),
				completeButtonLabel: TextSchema,
				next: LinkSchema.meta({ title: 'Button to what comes next' }),
				back: LinkSchema.meta({ title: 'Button back' }),
				nextPreview: BlurbSchema.meta({ title: 'What comes next' }),
				/** Forms on the completion screen; null if the module has none. */
				earlyAccess: EarlyAccessSchema.nullable().meta({ title: 'Early access form' }),
				feedback: FeedbackSchema.nullable().meta({ title: 'Feedback form' }),
			})
			.meta({ title: 'Page after the last lesson' }),
	})
	.refine(({ sections }) => hasUniqueIds(sections.flatMap(({ milestone }) => milestone ?? [])), {
		path: ['sections'],
		message: 'has two milestones with the same short name: change one of them',
	})
	.refine(({ roadmap, sections }) => roadmap.every((step) => sections.some(({ id }) => id === step.sectionId)), {
		path: ['roadmap'],
		message: 'must be a lesson of this module',
	})
export type ModuleSource = z.infer<typeof ModuleSchema>
export type Module = Omit<ModuleSource, 'sections'> & { sections: Section[] }
