import { createHash } from 'node:crypto'
import type Stripe from 'stripe'

import { type VerifiedEvent, WebhookRejected } from '#server/adapters/payments/port.ts'

/** Maximum age of a signature. Must not be 0, which would disable the check. */
const TOLERANCE_SECONDS = 300

type Delivery = { rawBody: string; signature: string | null; secrets: readonly string[]; now: Date }

/** Object of an event. Events vary in shape, so all fields are optional. */
type EventObject = {
	id?: unknown
	object?: unknown
	payment_intent?: unknown
	client_reference_id?: unknown
	metadata?: { order_id?: unknown } | null
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Parses and verifies an event. Every SDK error means an invalid event, including the plain Error for its other event format. */
function construct(stripe: Stripe, delivery: Delivery, secret: string): Stripe.Event | Error {
	const { rawBody, signature, now } = delivery
	try {
		return stripe.webhooks.constructEvent(rawBody, signature ?? '', secret, TOLERANCE_SECONDS, undefined, now.getTime())
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error))
	}
}

/** @throws WebhookRejected if the signature is missing or too old, no secret matches, or the body isn't an event */
export function readEvent(stripe: Stripe, delivery: Delivery): VerifiedEvent {
	const { rawBody, signature, secrets } = delivery
	if (!signature) throw new WebhookRejected('no signature')
	const results = secrets.map((secret) => construct(stripe, delivery, secret))
	const event = results.find((result): result is Stripe.Event => !(result instanceof Error))
	if (!event) throw new WebhookRejected(results.map((result) => (result instanceof Error ? result.message : '')).join('; ') || 'no secret')
	// A signed event may omit `object`, which is the same in every event.
	if (((event as { object?: string }).object ?? 'event') !== 'event' || typeof event.type !== 'string')
		throw new WebhookRejected('not an event')
	return presentEvent(event, rawBody)
}

/** @param text body of the request; its hash replaces a missing event ID */
export function presentEvent(event: Stripe.Event, text: string): VerifiedEvent {
	const object = ((event as { data?: { object?: EventObject } }).data?.object ?? {}) as EventObject
	const id = textOf(object.id)
	return {
		id: textOf(event.id) ?? `sha256:${createHash('sha256').update(text).digest('hex')}`,
		type: event.type,
		createdAt: new Date(((event as { created?: number }).created ?? 0) * 1000),
		isLive: (event as { livemode?: boolean }).livemode ?? false,
		apiVersion: (event as { api_version?: string | null }).api_version ?? null,
		refs: {
			checkoutId: object.object === 'checkout.session' ? id : null,
			paymentId: object.object === 'payment_intent' ? id : textOf(object.payment_intent),
			orderRef: textOf(object.metadata?.order_id) ?? textOf(object.client_reference_id),
		},
	}
}
