import { z } from 'zod'

import { SampleSchema } from './claim.ts'
import { PageHeadSchema } from './contact.ts'
import {
	BlurbSchema,
	ClaimIdSchema,
	EyebrowSchema,
	FirstButtonSchema,
	hasUniqueIds,
	IdSchema,
	SecondButtonSchema,
	TextSchema,
} from './primitives.ts'

const SectionSchema = z.strictObject({ label: EyebrowSchema, title: TextSchema, items: z.array(BlurbSchema).min(3) })

/** Schema of content/company/about.json: texts of /about. */
export const AboutSchema = z.strictObject({
	page: PageHeadSchema,
	mission: BlurbSchema,
	vision: BlurbSchema,
	/** IDs of figures in content/marketing/claims.json. */
	stats: z.strictObject({ title: TextSchema, claimIds: z.array(ClaimIdSchema).min(1) }),
	values: SectionSchema,
	differentiators: SectionSchema,
	leadership: z.strictObject({
		label: EyebrowSchema,
		title: TextSchema,
		/** Note that the roles exist, but that the operator has to fill in the names. */
		sampleNote: TextSchema,
		roles: z
			.array(z.strictObject({ id: IdSchema, role: TextSchema, text: TextSchema, sample: SampleSchema }))
			.min(1)
			.refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
	}),
	closing: z.strictObject({ title: TextSchema, text: TextSchema, primary: FirstButtonSchema, secondary: SecondButtonSchema }),
})
export type About = z.infer<typeof AboutSchema>
