import { z } from 'zod'

import { TextSchema } from './primitives.ts'

/** content/site.json: the brand and other facts that an operator sets once. Loose: pages may read more facts from it. */
export const SiteSchema = z.looseObject({
	name: TextSchema,
	program: TextSchema,
	description: TextSchema,
	supportEmail: z.email(),
	/** null: the button is marked Coming Soon. */
	social: z.array(z.strictObject({ name: TextSchema, url: z.url({ protocol: /^https$/ }).nullable() })),
	/** Name of a video in public/media, with its captions: welcome.mp4 and welcome.vtt. null: the welcome is shown as slides. */
	welcomeVideo: z
		.string()
		.regex(/^[\w-]+\.(?:mp4|webm)$/, 'must be the name of an .mp4 or .webm file in public/media')
		.nullable(),
})
