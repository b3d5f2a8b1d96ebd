import type { JsonValue } from '#server/db/row-types.ts'

import { newId, type SandboxCall, unixSeconds } from './objects.ts'

export const API_VERSION = '2026-10-28.endive'

/** Seconds the durable job leaves to the attempt that is made right after the transaction. */
const FIRST_JOB_DELAY_SECONDS = 3

/** Writes an event and the job that will deliver it, in the transaction of the change it tells about. */
export async function recordEvent(call: SandboxCall, type: string, object: JsonValue): Promise<void> {
	const id = newId('evt')
	const body = JSON.stringify({
		id,
		object: 'event',
		api_version: API_VERSION,
		created: unixSeconds(call.now),
		data: { object },
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
		type,
	})
	await call.tx.insertInto('sandbox_stripe.events').values({ id, type, body, created_at: call.now }).execute()
	await call.deps.jobs.enqueue(call.tx, {
		name: 'deliver-sandbox-webhook',
		payload: { eventId: id },
		options: { delaySeconds: FIRST_JOB_DELAY_SECONDS },
	})
	call.eventIds.push(id)
}
