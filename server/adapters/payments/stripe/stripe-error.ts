import type Stripe from 'stripe'

type Kind = 'StripeInvalidRequestError' | 'StripeAuthenticationError' | 'StripePermissionError'

/** True for an SDK error, of the given kind if there is one. Doesn't load the SDK, as `instanceof` would. */
export const isStripeError = (error: unknown, kind?: Kind): error is Stripe.errors.StripeError =>
	error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe') && (kind === undefined || error.type === kind)
