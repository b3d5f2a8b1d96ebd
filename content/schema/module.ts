import { z } from 'zod'

import { BlurbSchema, hasUniqueIds, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

/** `lessonId` names lessons/<lessonId>.md; null: no body yet, the screen shows `comingSoon` and the summary. */
const SectionSchema = z.strictObject({ id: IdSchema, title: TextSchema, summary: TextSchema, lessonId: IdSchema.nullable() })
export type Section = z.infer<typeof SectionSchema>

const RoadmapStepSchema = z.strictObject({
	title: TextSchema,
	minutes: z.int().positive(),
	description: TextSchema,
	/** The section that teaches it. */
	sectionId: IdSchema,
})
export type RoadmapStep = z.infer<typeof RoadmapStepSchema>

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
		id: z.int().min(1).max(6),
		title: TextSchema,
		subtitle: TextSchema,
		/** Facts in the module-details box, in order. */
		details: z.array(z.strictObject({ label: TextSchema, value: TextSchema })).min(1),
		outcomes: z.array(TextSchema).min(1),
		sections: z.array(SectionSchema).min(1).refine(hasUniqueIds, 'ids must differ'),
		comingSoon: TextSchema,
		roadmapTitle: TextSchema,
		roadmap: z.array(RoadmapStepSchema).min(1),
		/** Ids of content/downloads/*.json shown as the module's downloadable resources. */
		downloadIds: z.array(IdSchema),
		startButtonLabel: TextSchema,
		overviewDownload: z.strictObject({ label: TextSchema, downloadId: IdSchema }),
		/** Toast of a locally generated download; `{title}` is the resource's title (spec B §7). */
		downloadToast: ToastSchema,
		completion: z.strictObject({
			stepTitle: TextSchema,
			title: TextSchema,
			text: TextSchema,
			achievements: z.array(TextSchema).min(1),
			completeButtonLabel: TextSchema,
			next: LinkSchema,
			home: LinkSchema,
			nextPreview: BlurbSchema,
			earlyAccess: EarlyAccessSchema,
			feedback: FeedbackSchema,
		}),
	})
	.refine(({ roadmap, sections }) => roadmap.every((step) => sections.some(({ id }) => id === step.sectionId)), {
		path: ['roadmap'],
		message: 'sectionId must name a section of this module',
	})
export type Module = z.infer<typeof ModuleSchema>
