import { z } from 'zod'

import { CONTACT_CATEGORIES } from '#domain/support/categories.ts'
import { applicationFields, checkFields, contactFields, mapFields } from '#domain/support/check-fields.ts'

import { HoneypotSchema } from './leads.ts'

/** A missing field counts as empty, so that it gets the form's own message. */
const Typed = z.string().default('')

function addProblems(context: z.RefinementCtx, problems: Readonly<Record<string, string | undefined>>): void {
	for (const [field, message] of Object.entries(problems)) if (message) context.addIssue({ code: 'custom', path: [field], message })
}

/** Body of `POST /api/support/contact`, and of the form that a browser without JavaScript posts to `/contact`. */
export const ContactRequestSchema = z
	.strictObject({
		/** Made by the browser, once per message: a repeated call is the same ticket. */
		ticketId: z.uuid().optional(),
		/** Set by the link to the form: it decides when the message must be answered. */
		category: z.enum(CONTACT_CATEGORIES).default('general'),
		...mapFields(contactFields, () => Typed),
		website: HoneypotSchema,
	})
	.superRefine((values, context) => addProblems(context, checkFields(contactFields, values)))
	.transform((values) => ({ ...values, ...mapFields(contactFields, (name, { tidy }) => tidy(values[name])) }))
export type ContactRequest = z.input<typeof ContactRequestSchema>

/** Answer of `POST /api/support/contact`. */
export type ContactAccepted = {
	accepted: true
	/** Deadline for an answer, RFC 3339, UTC. */
	dueAt: string
}

/**
 * Text fields of `POST /api/support/applications`, and of the form that a browser without JavaScript posts to `/careers`.
 * The optional PDF is the file `cv`.
 */
export const ApplicationRequestSchema = z
	.strictObject({
		/** Made by the browser, once per application: a repeated call is the same one. */
		applicationId: z.uuid().optional(),
		/** Id of an open position; empty for a general application. */
		position: z.string().max(100).default(''),
		...mapFields(applicationFields, () => Typed),
		website: HoneypotSchema,
	})
	.superRefine((values, context) => addProblems(context, checkFields(applicationFields, values)))
	.transform((values) => ({ ...values, ...mapFields(applicationFields, (name, { tidy }) => tidy(values[name])) }))
