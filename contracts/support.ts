import { z } from 'zod'

import { CONTACT_CATEGORIES } from '#domain/support/categories.ts'
import { checkApplication, checkContact, readLines } from '#domain/support/check-fields.ts'

import { HoneypotSchema } from './leads.ts'

/** A field that a form leaves out counts as empty, so that it gets the form's own message. */
const Typed = z.string().default('')

/** Body of `POST /api/support/contact`, and of the form that a browser without JavaScript posts to `/contact`. */
export const ContactRequestSchema = z
	.strictObject({
		/** Made by the browser, once per message: a repeated call is the same ticket. */
		ticketId: z.uuid().optional(),
		/** Set by the link to the form: it decides when the message must be answered. */
		category: z.enum(CONTACT_CATEGORIES).default('general'),
		name: Typed,
		email: Typed,
		subject: Typed,
		message: Typed,
		website: HoneypotSchema,
	})
	.superRefine((values, context) => {
		for (const [field, message] of Object.entries(checkContact(values))) context.addIssue({ code: 'custom', path: [field], message })
	})
	.transform(({ name, email, subject, message, ...rest }) => ({
		...rest,
		name: name.trim(),
		email: email.trim().toLowerCase(),
		subject: subject.trim(),
		message: readLines(message).trim(),
	}))
export type ContactRequest = z.input<typeof ContactRequestSchema>

/** Answer of `POST /api/support/contact`. */
export type ContactAccepted = {
	accepted: true
	/** When it must be answered, RFC 3339, UTC. */
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
		name: Typed,
		email: Typed,
		message: Typed,
		website: HoneypotSchema,
	})
	.superRefine((values, context) => {
		for (const [field, message] of Object.entries(checkApplication(values))) context.addIssue({ code: 'custom', path: [field], message })
	})
	.transform(({ name, email, message, ...rest }) => ({
		...rest,
		name: name.trim(),
		email: email.trim().toLowerCase(),
		message: readLines(message).trim(),
	}))
