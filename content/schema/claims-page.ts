import { z } from 'zod'

import { BlurbSchema, TextSchema } from './primitives.ts'

/** content/company/claims.json: texts of /claims. */
export const ClaimsPageSchema = z.strictObject({
	title: TextSchema,
	description: TextSchema.max(200),
	intro: TextSchema,
	/** One section per basis. */
	bases: z.strictObject({ counted: BlurbSchema, operator: BlurbSchema, planned: BlurbSchema, sample: BlurbSchema }),
	since: TextSchema,
})
export type ClaimsPageWords = z.infer<typeof ClaimsPageSchema>
