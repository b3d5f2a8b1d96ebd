import type Stripe from 'stripe'

type Kind = 'StripeInvalidRequestError' | 'StripeAuthenticationError' | 'StripePermissionError'

/** True for an error of the SDK, and of the kind, if one is given. Doesn't load the SDK, as `instanceof` would. */
export const isStripeError = (error: unknown, kind?: Kind): error is Stripe.errors.StripeError =>
	error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe') && (kind === undefined || error.type === kind)
