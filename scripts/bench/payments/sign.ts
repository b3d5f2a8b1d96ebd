import Stripe from 'stripe'

import { readWebhookSecrets } from '#server/sandbox/stripe/webhook-secret.ts'
import type { Deps } from '#server/services/context.ts'

const { webhooks } = new Stripe('sk_test_signer', { telemetry: false })

/** Signs a webhook like the provider, with the current time. */
export const signWith = (secret: string, body: string) => webhooks.generateTestHeaderString({ payload: body, secret })

export async function sign(deps: Deps, body: string): Promise<string> {
	const [secret] = await readWebhookSecrets(deps)
	return signWith(secret, body)
}
