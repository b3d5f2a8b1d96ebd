import Stripe from 'stripe'

import type { PaymentProvider } from '#server/adapters/payments/port.ts'

import { createStripePayments } from './provider.ts'

type StripeAccess = {
	secretKey: string
	livemode: boolean
	webhookSecrets: readonly string[]
	apiBase: string
}

/**
 * Creates the payment provider that calls the real API, in test or live mode depending on the key.
 * @param now the process's clock, for checking webhook signatures
 */
export function createLivePayments(config: StripeAccess, now: () => Date): PaymentProvider {
	const api = new URL(config.apiBase)
	return createStripePayments({
		secretKey: config.secretKey,
		livemode: config.livemode,
		api: {
			protocol: api.protocol === 'http:' ? 'http' : 'https',
			host: api.hostname,
			port: api.port === '' ? undefined : Number(api.port),
		},
		httpClient: Stripe.createFetchHttpClient(),
		webhookSecrets: () => Promise.resolve(config.webhookSecrets),
		now,
	})
}
