import { z } from 'zod'

import { TextSchema } from './primitives.ts'

function isTimeZone(zone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== ''
	} catch {
		return false
	}
}

/** content/site.json: the brand and other facts that an operator sets once. Loose: pages may read more facts from it. */
export const SiteSchema = z.looseObject({
	name: TextSchema.meta({ title: 'Name of the site', description: 'On every page, and who mails come from.' }),
	program: TextSchema.meta({ title: 'Name of the course' }),
	strapline: TextSchema.max(80).meta({
		title: 'What it is about, in a line',
		description: 'Next to the name, and on link previews of the home page.',
	}),
	description: TextSchema.meta({ title: 'The site in one or two sentences', description: 'For search results and link previews.' }),
	timeZone: z
		.string()
		.refine((zone) => isTimeZone(zone), 'must be a time zone such as America/New_York or Europe/Berlin')
		.optional()
		.meta({ title: 'Time zone', description: 'Of all times in the console.', format: 'time-zone' }),
	supportEmail: z.email().meta({ title: 'Support address', description: 'On pages and in mails; answers to mails go there.' }),
	social: z
		.array(
			z.strictObject({
				name: TextSchema.meta({ title: 'Network' }),
				url: z
					.url({ protocol: /^https$/ })
					.nullable()
					.meta({ title: 'Address', description: 'Empty: its button says Coming Soon.' }),
			}),
		)
		.meta({ title: 'Social networks' }),
	welcomeVideo: z
		.string()
		.regex(/^[\w-]+\.(?:mp4|webm)$/, 'must be the name of an .mp4 or .webm file in public/media')
		.nullable()
		.meta({
			title: 'Welcome video',
			description: 'Name of a file in public/media, with its captions: welcome.mp4 and welcome.vtt. Empty: the welcome is shown as slides.',
		}),
})
