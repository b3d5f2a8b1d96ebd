import { setTimeout as sleep } from 'node:timers/promises'

import { readFaults } from './faults.ts'
import { readWebhookSecrets, type SandboxDeps } from './objects.ts'

/** Sends a signed webhook. In production it is posted over HTTP to our own port; tests pass it to the app's fetch. */
export type PostWebhook = (request: Request) => Response | Promise<Response>

const DELIVERY_LIMIT_MS = 5_000

/** Returns the host to connect to. A server bound to all addresses is reached on the loopback address. */
const loopbackOf = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host)

export const postOverHttp: PostWebhook = (request) => fetch(request, { signal: AbortSignal.timeout(DELIVERY_LIMIT_MS) })

/**
 * Sends an event to our own webhook endpoint, as Stripe would. An event that was already accepted isn't sent again.
 * @throws Error if it wasn't accepted; the durable job then retries
 */
export async function deliverEvent(deps: SandboxDeps, eventId: string, post: PostWebhook = postOverHttp): Promise<void> {
	const { db, config, now } = deps
	const event = await db
		.selectFrom('sandbox_stripe.events')
		.select(['body', 'attempts', 'delivered_at'])
		.where('id', '=', eventId)
		.executeTakeFirst()
	if (!event || event.delivered_at !== null) return
	const [secret] = await readWebhookSecrets(deps)
	const timestamp = Math.floor(now().getTime() / 1000)
	// The SDK signs events here and verifies them in the adapter.
	const { default: Stripe } = await import('stripe')
	const { webhooks } = new Stripe('sk_test_signer', { telemetry: false })
	const signature = webhooks.generateTestHeaderString({ payload: event.body, secret, timestamp })
	const send = (signedWith: string) =>
		attempt(post, `http://${loopbackOf(config.host)}:${config.port}/webhooks/stripe`, { body: event.body, signature: signedWith })
	const failure = await sendWithFaults(deps, { isFirst: event.attempts === 0, signature, send })
	await db
		.updateTable('sandbox_stripe.events')
		.set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: failure, delivered_at: failure === null ? now() : null }))
		.where('id', '=', eventId)
		.execute()
	if (failure !== null) throw new Error(`Sandbox webhook ${eventId} was not accepted: ${failure}`)
}

type Sending = { isFirst: boolean; signature: string; send: (signature: string) => Promise<string | null> }

/**
 * Sends an event with the faults set in the panel. A dropped delivery counts as delivered, so it is never retried.
 * @returns why the delivery failed, or null
 */
async function sendWithFaults(deps: SandboxDeps, { isFirst, signature, send }: Sending): Promise<string | null> {
	const faults = await readFaults(deps)
	if (faults.has('drop')) return null
	if (faults.has('delay') && isFirst) return 'held back by the panel'
	if (faults.has('corrupt') && isFirst) return send(signature.replace(/v1=\w{8}/, 'v1=00000000'))
	const failure = await send(signature)
	return failure === null && faults.has('duplicate') ? send(signature) : failure
}

async function attempt(post: PostWebhook, url: string, message: { body: string; signature: string }): Promise<string | null> {
	const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': message.signature }
	try {
		const response = await post(new Request(url, { method: 'POST', headers, body: message.body }))
		return response.ok ? null : `HTTP ${response.status}`
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	}
}

/** Attempts to deliver each event once; the durable job retries failures. */
export async function deliverEach(deps: SandboxDeps, eventIds: readonly string[], post: PostWebhook): Promise<void> {
	const deliver = (eventId: string) =>
		deliverEvent(deps, eventId, post).catch((error: unknown) =>
			deps.log.warn('sandbox webhook not delivered at once; its job will retry', {
				eventId,
				error: error instanceof Error ? error.message : error,
			}),
		)
	const inTurn = async (ids: readonly string[]) => {
		for (const eventId of ids) await deliver(eventId)
	}
	const isReordered = eventIds.length > 1 && (await readFaults(deps)).has('reorder')
	const attempts = isReordered ? inTurn(eventIds.toReversed()) : Promise.all(eventIds.map(deliver))
	await attempts
}

/** Maximum time that a buyer waits for the first attempt. */
const FIRST_ATTEMPT_MS = 2_500

/**
 * Delivers events immediately, so that the buyer's next page already shows the result. A slow or failed delivery doesn't affect the
 * payment.
 */
export const deliverNow = (deps: SandboxDeps, eventIds: readonly string[], post: PostWebhook): Promise<void> =>
	Promise.race([deliverEach(deps, eventIds, post), sleep(FIRST_ATTEMPT_MS, undefined, { ref: false })])
