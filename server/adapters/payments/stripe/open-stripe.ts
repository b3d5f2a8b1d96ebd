import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import { createSandboxApi } from '#server/sandbox/stripe/api.ts'
import { readWebhookSecrets, type SandboxDeps } from '#server/sandbox/stripe/objects.ts'

import { createStripePayments } from './provider.ts'

/**
 * Creates the sandbox's payment provider: the same adapter and SDK as the real one, with a transport that never leaves this
 * process.
 */
export function createSandboxPayments(deps: SandboxDeps): PaymentProvider {
	const api = createSandboxApi(deps)
	return createStripePayments({
		secretKey: 'sk_test_sandbox',
		livemode: false,
		send: async (url, init) => api.fetch(new Request(url, init)),
		webhookSecrets: () => readWebhookSecrets(deps),
		now: deps.now,
	})
}

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
		webhookSecrets: () => Promise.resolve(config.webhookSecrets),
		now,
	})
}
