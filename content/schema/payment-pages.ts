import { z } from 'zod'

import { BlurbSchema, LinkSchema, TextSchema } from './primitives.ts'

const StateSchema = z.strictObject({ title: TextSchema, text: TextSchema, actions: z.array(LinkSchema).min(1) })
export type PaymentStateWords = z.infer<typeof StateSchema>

/** content/marketing/payment-pages.json: /payment-success, /payment-canceled, /success. */
export const PaymentPagesSchema = z.strictObject({
	success: z.strictObject({
		verifying: z.strictObject({
			title: TextSchema,
			text: TextSchema,
			/** Shown after 20 seconds, with `slowActions`. */
			slowText: TextSchema,
			slowActions: z.array(LinkSchema).min(1),
		}),
		paid: z.strictObject({
			title: TextSchema,
			text: TextSchema,
			benefitsTitle: TextSchema,
			nextStepsTitle: TextSchema,
			nextSteps: z.array(BlurbSchema).length(3),
			orderIdLabel: TextSchema,
			modulesButton: LinkSchema,
			homeButton: LinkSchema,
			supportText: TextSchema,
			supportLink: LinkSchema,
		}),
		unknown: StateSchema,
		pending: StateSchema,
		failed: StateSchema,
	}),
	canceled: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		offerText: TextSchema,
		retry: LinkSchema,
		freeTrial: LinkSchema,
		questionsTitle: TextSchema,
		alreadyPaid: StateSchema,
	}),
	enrolled: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		button: LinkSchema,
		/** Shown while waiting for the server. */
		asking: BlurbSchema,
		guest: StateSchema,
		missing: StateSchema,
		unknown: StateSchema,
	}),
})
export type PaymentPages = z.infer<typeof PaymentPagesSchema>

/** content/marketing/not-found.json. */
export const NotFoundSchema = z.strictObject({ title: TextSchema, text: TextSchema, links: z.array(LinkSchema).length(3) })
