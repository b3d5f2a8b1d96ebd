import { sql } from 'kysely'
import Stripe from 'stripe'

import { type Db, inTransaction } from '#server/db/database.ts'
import { readWebhookSecrets } from '#server/sandbox/stripe/objects.ts'
import type { Deps } from '#server/services/context.ts'

/** Rows as text, without values that may differ, such as timestamps. */
const STATE = {
	orders: sql<{ row: string }>`select (to_jsonb(t) - '{updated_at,waiver_accepted_at}'::text[])::text as row from orders t`,
	entitlements: sql<{ row: string }>`select (to_jsonb(t) - '{id,granted_at}'::text[])::text as row from entitlements t`,
	payments: sql<{ row: string }>`select (to_jsonb(t) - '{as_of}'::text[])::text as row from payments t`,
	refunds: sql<{ row: string }>`select (to_jsonb(t) - '{as_of}'::text[])::text as row from refunds t`,
	disputes: sql<{ row: string }>`select (to_jsonb(t) - '{as_of}'::text[])::text as row from disputes t`,
	'counted codes': sql<{ row: string }>`select jsonb_build_array(order_id, code, email, state)::text as row from discount_redemptions`,
	receipts: sql<{ row: string }>`
		select jsonb_build_array(dedupe_key, to_address, subject)::text as row from outbox_messages where template = 'order.receipt'`,
	events: sql<{ row: string }>`select jsonb_build_array(event_id, type, processed_at is not null)::text as row from payment_events`,
}

type Compared = keyof typeof STATE
export type FinalState = Record<Compared, string[]>

const COMPARED = Object.keys(STATE) as Compared[]

export async function readFinalState(db: Db): Promise<FinalState> {
	const found: Partial<FinalState> = {}
	for (const name of COMPARED) found[name] = (await STATE[name].execute(db)).rows.map(({ row }) => row).toSorted()
	return found as FinalState
}

/** Counts rows that are in only one of the lists. Duplicates must occur equally often. */
function countDifferences(one: readonly string[], other: readonly string[]): number {
	const balance = new Map<string, number>()
	for (const row of one) balance.set(row, (balance.get(row) ?? 0) + 1)
	for (const row of other) balance.set(row, (balance.get(row) ?? 0) - 1)
	return [...balance.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}

export const compareStates = (one: FinalState, other: FinalState) =>
	COMPARED.map((name) => ({ name, rows: other[name].length, different: countDifferences(one[name], other[name]) }))

/** Counts orders with a wrong number of receipts: paid orders must have exactly one, others none. */
export async function countReceiptFaults(db: Db): Promise<number> {
	const { rows } = await sql<{ faults: number }>`
		select count(*) as faults from orders
		where (select count(*) from outbox_messages where template = 'order.receipt' and dedupe_key = 'receipt:' || orders.id)
			<> case when paid_at is null then 0 else 1 end`.execute(db)
	return rows[0]?.faults ?? 0
}

/** Returns a mulberry32 generator of numbers from 0 to 1, which depend only on the seed. */
function seededRandom(seed: number): () => number {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
	const keyed = items.map((item) => ({ item, at: random() }))
	return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** Duplicates a share of the items and shuffles all of them. The order depends only on the seed. */
export function doubleAndShuffle<T>(items: readonly T[], share: number, seed: number): T[] {
	const random = seededRandom(seed)
	const twice = shuffle(items, random).slice(0, Math.round(items.length * share))
	return shuffle([...items, ...twice], random)
}

const { webhooks } = new Stripe('sk_test_signer', { telemetry: false })

export const signWebhookBody = (secret: string, body: string) => webhooks.generateTestHeaderString({ payload: body, secret })

export async function signWebhook(deps: Deps, body: string): Promise<string> {
	const [secret] = await readWebhookSecrets(deps)
	return signWebhookBody(secret, body)
}

/** Tables with the state of the provider's sandbox, except scheduled webhook failures. */
const TABLES = ['objects', 'events', 'idempotency_keys', 'webhook_secrets'] as const
const ROWS_AT_ONCE = 1000

/** Copies the provider's state to another database. The shop's own tables aren't changed. */
export async function copyProvider(from: Db, to: Db): Promise<void> {
	await inTransaction(to, async (tx) => {
		for (const name of TABLES) {
			const table = sql.table(`sandbox_stripe.${name}`)
			await sql`delete from ${table}`.execute(tx)
			const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${table} t`.execute(from)
			for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
				const batch = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE).map(({ row }) => row))
				await sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${batch}::jsonb)`.execute(tx)
			}
		}
	})
}
