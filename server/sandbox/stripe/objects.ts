import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'

import type { JobQueue } from '#server/adapters/jobs/port.ts'
import type { Config } from '#server/config/config.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { JsonValue } from '#server/db/json.ts'
import type { Logger } from '#server/kernel/logger.ts'

/** Dependencies of the sandbox. Must not include the payments port, which is built on the sandbox. */
export type SandboxDeps = { config: Config; db: Db; jobs: JobQueue; log: Logger; now: () => Date }

/** Request to the sandbox. All its changes are one transaction. */
export type SandboxCall = {
	tx: Tx
	deps: SandboxDeps
	now: Date
	/** Events to deliver right after the transaction. */
	eventIds: string[]
}

/** Runs a request in a transaction. An error rolls back everything, including events. */
export async function performCall<T>(
	deps: SandboxDeps,
	work: (call: SandboxCall) => Promise<T>,
): Promise<{ result: T; eventIds: string[] }> {
	return inTransaction(deps.db, async (tx) => {
		const call: SandboxCall = { tx, deps, now: deps.now(), eventIds: [] }
		return { result: await work(call), eventIds: call.eventIds }
	})
}

export type ObjectKind =
	| 'product'
	| 'price'
	| 'coupon'
	| 'promotion_code'
	| 'checkout.session'
	| 'payment_method'
	| 'payment_intent'
	| 'charge'
	| 'refund'
	| 'dispute'
	| 'radar.early_fraud_warning'
export type SandboxObject = { id: string; object: ObjectKind } & { [key: string]: JsonValue | undefined }

export function newId(prefix: string, length = 24): string {
	return `${prefix}_${randomBytes(length).toString('hex').slice(0, length)}`
}

export const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

export async function insertObject<T extends SandboxObject>({ tx, now }: SandboxCall, body: T): Promise<T> {
	await tx
		.insertInto('sandbox_stripe.objects')
		.values({ id: body.id, kind: body.object, body: JSON.stringify(body), created_at: now })
		.execute()
	return body
}

export async function lockObject<T extends SandboxObject>({ tx }: SandboxCall, kind: ObjectKind, id: string): Promise<T | null> {
	const row = await tx
		.selectFrom('sandbox_stripe.objects')
		.select('body')
		.where('id', '=', id)
		.where('kind', '=', kind)
		.forUpdate()
		.executeTakeFirst()
	return (row?.body as unknown as T | undefined) ?? null
}

export async function updateObject<T extends SandboxObject>({ tx }: SandboxCall, body: T): Promise<T> {
	await tx
		.updateTable('sandbox_stripe.objects')
		.set({ body: JSON.stringify(body) })
		.where('id', '=', body.id)
		.execute()
	return body
}

export async function readSandboxObject({ tx }: SandboxCall, id: string): Promise<SandboxObject | null> {
	const row = await tx.selectFrom('sandbox_stripe.objects').select('body').where('id', '=', id).executeTakeFirst()
	return (row?.body as unknown as SandboxObject | undefined) ?? null
}

/** Finds objects by a field, newest first. Ignores case. */
export async function findObjects(
	{ tx }: SandboxCall,
	kind: ObjectKind,
	by: { field: 'lookup_key' | 'code' | 'payment_intent'; values: readonly string[] },
) {
	if (by.values.length === 0) return []
	const rows = await tx
		.selectFrom('sandbox_stripe.objects')
		.select('body')
		.where('kind', '=', kind)
		.where(
			sql<string>`upper(body ->> ${by.field})`,
			'in',
			by.values.map((value) => value.toUpperCase()),
		)
		.orderBy('created_at', 'desc')
		.execute()
	return rows.map((row) => row.body as unknown as SandboxObject)
}

/** Lists objects, newest first, at most as many as fit on one page of Stripe's API. */
export async function listObjects({ tx }: SandboxCall, kind: ObjectKind) {
	const rows = await tx
		.selectFrom('sandbox_stripe.objects')
		.select('body')
		.where('kind', '=', kind)
		.orderBy('created_at', 'desc')
		.limit(100)
		.execute()
	return rows.map((row) => row.body as unknown as SandboxObject)
}

/** Returns the secrets, newest first. The first is created on demand and stored, so that it survives a restart. */
export async function readWebhookSecrets({ db, now }: Pick<SandboxDeps, 'db' | 'now'>): Promise<[string, ...string[]]> {
	const read = () =>
		db.selectFrom('sandbox_stripe.webhook_secrets').select('secret').orderBy('created_at', 'desc').orderBy('secret').execute()
	const known = await read()
	if (known.length === 0)
		await db
			.insertInto('sandbox_stripe.webhook_secrets')
			.values({ secret: `whsec_${randomBytes(24).toString('base64url')}`, created_at: now() })
			.execute()
	const [newest, ...older] = known.length > 0 ? known : await read()
	if (!newest) throw new Error('The sandbox could not keep a webhook secret')
	return [newest.secret, ...older.map(({ secret }) => secret)]
}
