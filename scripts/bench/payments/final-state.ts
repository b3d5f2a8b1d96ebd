import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

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

export type StateName = keyof typeof STATE
export type FinalState = Record<StateName, string[]>

const NAMES = Object.keys(STATE) as StateName[]

export async function readFinalState(db: Db): Promise<FinalState> {
	const found: Partial<FinalState> = {}
	for (const name of NAMES) found[name] = (await STATE[name].execute(db)).rows.map(({ row }) => row).toSorted()
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
	NAMES.map((name) => ({ name, rows: other[name].length, different: countDifferences(one[name], other[name]) }))

/** Counts orders with a wrong number of receipts: paid orders must have exactly one, others none. */
export async function countReceiptFaults(db: Db): Promise<number> {
	const { rows } = await sql<{ faults: number }>`
		select count(*) as faults from orders
		where (select count(*) from outbox_messages where template = 'order.receipt' and dedupe_key = 'receipt:' || orders.id)
			<> case when paid_at is null then 0 else 1 end`.execute(db)
	return rows[0]?.faults ?? 0
}
