import { z } from 'zod'

import { TextSchema } from './primitives.ts'

/** content/checkout-consent.json: consent given before paying. If `label` changes, so must `version`: orders store it. */
export const CheckoutConsentSchema = z.strictObject({
	version: z.iso.date().meta({
		title: 'Version',
		description: 'The day it goes live, such as 2026-11-23. A new text needs a new day: orders keep it.',
	}),
	label: TextSchema.max(1200).meta({ title: 'Text to agree to', description: 'At most 1,200 characters.' }),
	refundTitle: TextSchema,
	refundText: TextSchema.max(1200),
})
