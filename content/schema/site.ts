import { z } from 'zod'

import { isTimeZone } from '#domain/clock/local-clock.ts'
import { OTHER_SOURCES } from '#domain/visits/name-source.ts'

import { HiddenPagesSchema } from './hidden-pages.ts'
import { TextSchema } from './primitives.ts'
import { RedirectsSchema } from './redirects.ts'

/** A video from the media library with the languages of its captions, or the name of a file in public/media. */
const WELCOME_VIDEO = /^(?:\/media\/[0-9a-f-]{36}\/[a-z0-9-]+\.(?:mp4|webm)(?:#captions=[A-Za-z,-]+)?|[\w-]+\.(?:mp4|webm))$/

/** content/visit-sources.json: known sources of visits. Reports combine all others as `other`. */
export const VisitSourcesSchema = z
	.array(
		z.strictObject({
			name: z
				.string()
				.regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be at most 20 lowercase letters, digits and hyphens')
				.meta({ title: 'Name', description: 'The ?utm_source= value of links.' }),
			hosts: z
				.array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:[a-z]+|\*)$/, 'must be a website such as google.com or google.*'))
				.meta({ title: 'Sites whose links lead here', entry: 'site', description: 'Such as pin.it; google.* covers all its countries.' }),
		}),
	)
	.max(40)
	.refine((sources) => new Set(sources.map(({ name }) => name)).size === sources.length, 'must list each source once')
	.refine(
		(sources) => !sources.some(({ name }) => (OTHER_SOURCES as readonly string[]).includes(name)),
		`must not use ${OTHER_SOURCES.join(', ')}`,
	)
	.meta({ entry: 'source' })

/** content/site.json: brand and other facts that an operator sets once. Allows unknown keys, because pages may read more. */
export const SiteSchema = z.looseObject({
	name: TextSchema.meta({ title: 'Academy name', description: 'On every page, and the sender of emails.' }),
	program: TextSchema.meta({
		title: 'Course name',
		description: 'In legal texts and link previews.',
	}),
	strapline: TextSchema.max(80).meta({
		title: 'Tagline',
		description: 'Next to the name, and when the home page is shared.',
	}),
	description: TextSchema.meta({ title: 'Description', description: 'One or two sentences for search engines and shared links.' }),
	timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/New_York or Europe/Berlin').optional().meta({
		title: 'Time zone',
		description: 'Figures, coupon dates and the hours for newsletters depend on it.',
		format: 'time-zone',
	}),
	supportEmail: z.email().meta({ title: 'Support email', description: 'On pages and in emails. Replies to emails go here.' }),
	social: z
		.array(
			z.strictObject({
				name: TextSchema.meta({ title: 'Network' }),
				url: z
					.url({ protocol: /^https$/ })
					.nullable()
					.meta({ title: 'Address', description: 'If empty, its button says Coming Soon.' }),
			}),
		)
		.meta({ title: 'Social networks' }),
	welcomeVideo: z.string().regex(WELCOME_VIDEO, 'must be a video from Media').nullable().meta({
		title: 'Welcome video',
		description: 'A video that you uploaded under Media. Without one, the free trial shows slides instead.',
		format: 'library-video',
	}),
	hideSamples: z.boolean().optional().meta({
		title: 'Leave out made-up content',
		description: 'Testimonials, figures, news, people and positions that are marked as samples. A live site always leaves them out.',
	}),
	hideNewsletterPopup: z.boolean().optional().meta({
		title: 'Turn off the newsletter pop-up',
		description:
			'It opens once on the offer page, after 30 seconds or halfway down, and asks visitors for their email address. The newsletter form on the blog stays.',
	}),
	redirects: RedirectsSchema.optional().meta({
		title: 'Redirects',
		description: 'Old addresses that lead to another page. A page that exists at an old address is shown instead.',
	}),
	hiddenPages: HiddenPagesSchema.optional().meta({
		title: 'Turned-off pages',
		description: 'If a page is off, visitors get “Page not found”, and menus no longer link there. Texts, results and progress are kept.',
		format: 'hidden-pages',
	}),
})
