import { sql } from 'kysely'
import Stripe from 'stripe'

import { type Db, inTransaction } from '#server/db/database.ts'
import { readWebhookSecrets } from '#server/sandbox/stripe/webhook-secret.ts'
import type { Deps } from '#server/services/context.ts'

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

export const signWith = (secret: string, body: string) => webhooks.generateTestHeaderString({ payload: body, secret })

export async function sign(deps: Deps, body: string): Promise<string> {
	const [secret] = await readWebhookSecrets(deps)
	return signWith(secret, body)
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
