import { z } from 'zod'

import { EmailFieldSchema, HoneypotSchema } from './leads.ts'

export const NEWSLETTER_SOURCES = ['blog', 'popup'] as const

/** Body of `POST /api/leads/newsletter`, and of the form that a browser without JavaScript posts to `/newsletter`. */
export const NewsletterRequestSchema = z.strictObject({
	email: EmailFieldSchema,
	/** The opt-in asks for it, the blog does not. */
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

/** Body of `POST /api/leads/newsletter/unsubscribe-link`: mails the link that ends the subscription. */
export const UnsubscribeLinkRequestSchema = z.strictObject({ email: EmailFieldSchema, website: HoneypotSchema })
export type UnsubscribeLinkRequest = z.input<typeof UnsubscribeLinkRequestSchema>
