import { z } from 'zod'

import { contactFields, mapFields } from '#domain/support/check-fields.ts'

import { BlurbSchema, LinkSchema, TextSchema, ToastSchema } from './primitives.ts'

/** Texts of a page's head and of its entry in search results. */
export const PageHeadSchema = z.strictObject({ title: TextSchema, description: TextSchema.max(200), intro: TextSchema })

const AboutSchema = z.strictObject({
	title: TextSchema,
	text: TextSchema,
	successText: TextSchema,
	/** Instead of the form's own, where the promise is not counted in support hours. */
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
		/** `{time}` is the due time. */
		dueText: TextSchema,
		successToast: ToastSchema,
		failureToast: ToastSchema,
		/** Over the form and after it, where the link names the topic of the message. */
		categories: z.strictObject({ terms: AboutSchema, privacy: AboutSchema, guardian: AboutSchema }),
	}),
	quick: z.strictObject({
		title: TextSchema,
		emailLabel: TextSchema,
		answerLabel: TextSchema,
		answerText: TextSchema,
		/** `{time}` is the due time of a message sent at this moment. */
		dueNowText: TextSchema,
		placeLabel: TextSchema,
		placeText: TextSchema,
	}),
	hours: z.strictObject({
		title: TextSchema,
		note: TextSchema,
		rows: z.array(z.strictObject({ days: TextSchema, time: TextSchema })).length(3),
	}),
	portal: z.strictObject({ title: TextSchema, text: TextSchema, button: LinkSchema }),
	/** Pages for a browser without JavaScript. */
	steps: z.strictObject({ sent: BlurbSchema, toContact: LinkSchema }),
})
export type Contact = z.infer<typeof ContactSchema>
