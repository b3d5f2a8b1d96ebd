import { z } from 'zod'

import { TextSchema } from './primitives.ts'

/** content/checkout-consent.json: what a buyer ticks before paying. A change of `label` needs a new `version`: orders keep it. */
export const CheckoutConsentSchema = z.strictObject({
	/** YYYY-MM-DD, the day from which these words are shown at the checkout. */
	version: z.iso.date(),
	/** The payment provider shows at most 1,200 characters. */
	label: TextSchema.max(1200),
	refundTitle: TextSchema,
	refundText: TextSchema.max(1200),
})
export type CheckoutConsent = z.infer<typeof CheckoutConsentSchema>
