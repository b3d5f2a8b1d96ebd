import { z } from 'zod'

import { EmailFieldSchema, HoneypotSchema } from './leads.ts'

export const NEWSLETTER_SOURCES = ['blog', 'popup'] as const

/** Body of `POST /api/leads/newsletter`, and of the form posted to `/newsletter` without JavaScript. */
export const NewsletterRequestSchema = z.strictObject({
	email: EmailFieldSchema,
	/** Only the opt-in dialog has this field; the blog's form doesn't. */
	firstName: z
		.string()
		.trim()
		.max(100, 'Please use at most 100 characters')
		.regex(/^\P{Cc}*$/u, 'Please use plain text')
		.optional(),
	source: z.enum(NEWSLETTER_SOURCES).default('blog'),
	website: HoneypotSchema,
})
export type NewsletterRequest = z.input<typeof NewsletterRequestSchema>

/** Body of `POST /api/leads/newsletter/unsubscribe-link`, which emails an unsubscribe link. */
export const UnsubscribeLinkRequestSchema = z.strictObject({ email: EmailFieldSchema, website: HoneypotSchema })
export type UnsubscribeLinkRequest = z.input<typeof UnsubscribeLinkRequestSchema>
