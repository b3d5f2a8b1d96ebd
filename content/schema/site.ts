import { z } from 'zod'

import { TextSchema } from './primitives.ts'

/** content/site.json: the brand and what an operator names once. Loose: pages may read more facts from it. */
export const SiteSchema = z.looseObject({
	name: TextSchema,
	program: TextSchema,
	description: TextSchema,
	supportEmail: z.email(),
	/** null: the button is marked Coming Soon. */
	social: z.array(z.strictObject({ name: TextSchema, url: z.url({ protocol: /^https$/ }).nullable() })),
	welcomeVideo: TextSchema.nullable(),
})
