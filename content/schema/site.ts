import { z } from 'zod'

import { isTimeZone } from '#domain/clock/local-clock.ts'

import { TextSchema } from './primitives.ts'

/** content/site.json: brand and other facts an operator sets once. A loose object, because pages may read further keys. */
export const SiteSchema = z.looseObject({
	name: TextSchema.meta({ title: 'Academy name', description: 'On every page, and the sender of emails.' }),
	program: TextSchema.meta({ title: 'Course name' }),
	strapline: TextSchema.max(80).meta({
		title: 'Tagline',
		description: 'Next to the name, and when the home page is shared.',
	}),
	description: TextSchema.meta({ title: 'Description', description: 'One or two sentences for search engines and shared links.' }),
	timeZone: z
		.string()
		.refine(isTimeZone, 'must be a time zone such as America/New_York or Europe/Berlin')
		.optional()
		.meta({ title: 'Time zone', description: 'For all times and days in this console.', format: 'time-zone' }),
	supportEmail: z.email().meta({ title: 'Support email', description: 'On pages and in emails. Replies to emails go here.' }),
	social: z
		.array(
			z.strictObject({
				name: TextSchema.meta({ title: 'Network' }),
				url: z
					.url({ protocol: /^https$/ })
					.nullable()
					.meta({ title: 'Address', description: 'Leave it empty, and its button says Coming Soon.' }),
			}),
		)
		.meta({ title: 'Social networks' }),
	welcomeVideo: z
		.string()
		.regex(/^[\w-]+\.(?:mp4|webm)$/, 'must be the name of an .mp4 or .webm file in public/media')
		.nullable()
		.meta({
			title: 'Welcome video',
			description: 'The file name of a video with captions, such as welcome.mp4. Leave it empty to show slides instead.',
		}),
})
