import { z } from 'zod'

import { applicationFields, mapFields } from '#domain/support/check-fields.ts'

import { ClaimSchema, SampleSchema } from './claim.ts'
import { PageHeadSchema } from './contact.ts'
import { BlurbSchema, EyebrowSchema, hasUniqueIds, IdSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

export const PositionSchema = z.strictObject({
	id: IdSchema,
	title: TextSchema,
	department: TextSchema,
	location: TextSchema,
	type: TextSchema,
	salary: TextSchema,
	description: TextSchema,
	requirements: z.array(TextSchema).min(1),
	sample: SampleSchema,
})

/** content/company/careers.json: texts of /careers. */
export const CareersSchema = z.strictObject({
	page: PageHeadSchema,
	stats: z.strictObject({
		title: TextSchema,
		items: z.array(ClaimSchema).min(1).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
	}),
	benefits: z.strictObject({ label: EyebrowSchema, title: TextSchema, intro: TextSchema, items: z.array(BlurbSchema).min(1) }),
	positions: z.strictObject({
		label: EyebrowSchema,
		title: TextSchema,
		intro: TextSchema,
		sampleNote: TextSchema,
		none: BlurbSchema,
		requirementsLabel: TextSchema,
		applyLabel: TextSchema,
		items: z.array(PositionSchema).refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
		general: z.strictObject({ title: TextSchema, text: TextSchema, buttonLabel: TextSchema }),
	}),
	process: z.strictObject({ label: EyebrowSchema, title: TextSchema, steps: z.array(BlurbSchema).length(4) }),
	form: z.strictObject({
		label: EyebrowSchema,
		title: TextSchema,
		intro: TextSchema,
		positionLabel: TextSchema,
		generalOption: TextSchema,
		labels: z.strictObject(mapFields(applicationFields, () => TextSchema)),
		messageHint: TextSchema,
		cvLabel: TextSchema,
		cvHint: TextSchema,
		cvTooLarge: TextSchema,
		submitLabel: TextSchema,
		privacyNote: TextSchema,
		privacyLink: LinkSchema,
		successToast: ToastSchema,
		failureToast: ToastSchema,
	}),
	contact: z.strictObject({ title: TextSchema, text: TextSchema, button: LinkSchema }),
	steps: z.strictObject({ sent: BlurbSchema, toCareers: LinkSchema }).meta({ title: 'Page without JavaScript' }),
})
export type Careers = z.infer<typeof CareersSchema>
export type Position = z.infer<typeof PositionSchema>
