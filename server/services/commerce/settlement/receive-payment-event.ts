import { type VerifiedEvent, WebhookRejected } from '#server/adapters/payments/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type EventOutcome, processEvent } from './process-event.ts'

type Delivery = { rawBody: string; headers: Headers }

async function verify(ctx: ServiceContext, delivery: Delivery): Promise<VerifiedEvent> {
	try {
		return await ctx.payments.verifyWebhook(delivery.rawBody, delivery.headers)
	} catch (error) {
		if (!(error instanceof WebhookRejected)) throw error
		ctx.log.throttled('warn', 'webhook refused', { reason: error.message })
		throw new ServiceError('invalid', 'invalid_signature', 'The signature of this webhook is not valid.')
	}
}

/**
 * Verifies and processes a webhook.
 * @throws ServiceError `invalid_signature` (400); nothing is stored then
 */
export async function receivePaymentEvent(ctx: ServiceContext, delivery: Delivery): Promise<EventOutcome> {
	const { outcome } = await processEvent(ctx, await verify(ctx, delivery))
	return outcome
}
