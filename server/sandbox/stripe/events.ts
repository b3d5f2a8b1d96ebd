import { sql } from 'kysely'

import type { JsonValue } from '#server/db/json.ts'

import { newId, type SandboxCall, unixSeconds } from './objects.ts'
import { type FormRecord, formText, toRecord } from './protocol.ts'

export const API_VERSION = '2026-10-28.endive'

/** Delay before the delivery job runs. The job is rarely needed, because a delivery is attempted right after the transaction. */
const FIRST_JOB_DELAY_SECONDS = 3

/** Records an event and the job that will deliver it, in the transaction of the change it reports. */
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

const MAX = 100

/** Handles `GET /v1/events?created[gte]=…&limit=…&starting_after=…`: newest first. */
export async function listEvents({ tx }: SandboxCall, query: FormRecord): Promise<JsonValue> {
	const since = Number(formText(toRecord(query['created'])['gte']) ?? 0)
	const limit = Math.min(Number(formText(query['limit']) ?? 10), MAX)
	const after = formText(query['starting_after'])
	const rows = await tx
		.selectFrom('sandbox_stripe.events')
		.select('body')
		.where('created_at', '>=', new Date(since * 1000))
		.$if(after !== null, (narrow) =>
			narrow.where(sql<boolean>`(created_at, id) < (select created_at, id from sandbox_stripe.events where id = ${after})`),
		)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(limit + 1)
		.execute()
	const data = rows.slice(0, limit).map(({ body }) => JSON.parse(body) as JsonValue)
	return { object: 'list', data, has_more: rows.length > limit, url: '/v1/events' }
}
