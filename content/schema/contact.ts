import { z } from 'zod'

import { contactFields, mapFields } from '#domain/support/check-fields.ts'

import { BlurbSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

/** Title and intro of a page, and its description for search results. */
export const PageHeadSchema = z.strictObject({ title: TextSchema, description: TextSchema.max(200), intro: TextSchema })

const AboutSchema = z.strictObject({
	title: TextSchema,
	text: TextSchema,
	successText: TextSchema,
	dueText: TextSchema.optional(),
})

/** content/company/contact.json: texts of /contact. */
export const ContactSchema = z.strictObject({
	page: PageHeadSchema,
	form: z.strictObject({
		title: TextSchema,
		/** Labels by field name. */
		labels: z.strictObject(mapFields(contactFields, () => TextSchema)),
		messageHint: TextSchema,
		submitLabel: TextSchema,
		privacyNote: TextSchema,
		privacyLink: LinkSchema,
		/** `{time}`: deadline for our reply. */
		dueText: TextSchema,
		successToast: ToastSchema,
		failureToast: ToastSchema,
		/** Texts for a topic that the link to the form selects, shown above the form and after sending it. */
		categories: z.strictObject({ terms: AboutSchema, privacy: AboutSchema, guardian: AboutSchema }).meta({ title: 'Topics' }),
	}),
	quick: z.strictObject({
		title: TextSchema,
		emailLabel: TextSchema,
		answerLabel: TextSchema,
		answerText: TextSchema,
		/** `{time}`: deadline for our reply to a message sent now. */
		dueNowText: TextSchema,
		placeLabel: TextSchema,
		placeText: TextSchema,
	}),
	hours: z
		.strictObject({
			title: TextSchema,
			note: TextSchema,
			rows: z.array(z.strictObject({ days: TextSchema, time: TextSchema })).length(3),
		})
		.meta({ title: 'Support hours', isOpen: true }),
	portal: z.strictObject({ title: TextSchema, text: TextSchema, button: LinkSchema }),
	/** Pages shown after a submission without JavaScript. */
	steps: z.strictObject({ sent: BlurbSchema, toContact: LinkSchema }).meta({ title: 'Page without JavaScript' }),
})
export type Contact = z.infer<typeof ContactSchema>
