import { z } from 'zod'

import { TextSchema } from './primitives.ts'

/** content/checkout-consent.json: what a buyer ticks before paying. A change of `label` needs a new `version`: orders keep it. */
export const CheckoutConsentSchema = z.strictObject({
	version: z.iso.date().meta({
		title: 'Day of these words',
		description: 'Such as 2026-11-23, the day from which they stand at the checkout. New words need a new day: orders keep it.',
	}),
	label: TextSchema.max(1200).meta({ title: 'What a buyer ticks', description: 'At most 1,200 characters.' }),
	refundTitle: TextSchema,
	refundText: TextSchema.max(1200),
})
export type CheckoutConsent = z.infer<typeof CheckoutConsentSchema>
