import { sql } from 'kysely'

import { toStripeList, requireField } from './catalog.ts'
import { type SandboxCall, unixSeconds } from './objects.ts'
import { type FormRecord, noSuch, formText } from './protocol.ts'
import type { BalanceTransaction, Payout } from './shapes.ts'

/** Payout delay. All charges and refunds of a UTC day in one currency form a payout two days later. Disputes are left out. */
const DELAY_MS = 2 * 86_400_000
const DAY_MS = 86_400_000
const MAX = 100

type Movement = { id: string; kind: 'charge' | 'refund'; created_at: Date; currency: string; amount: number; fee: number }
type Day = { day: string; currency: string; amount: number }

/** SQL for charges and refunds. The fee of a charge is 2.9% and 30 cents; a refund has no fee and doesn't return the charge's. */
const MOVEMENTS = sql`(
	select id, kind, created_at, to_char(created_at at time zone 'UTC', 'YYYYMMDD') as day, body ->> 'currency' as currency,
		(body ->> 'amount')::int * (case kind when 'charge' then 1 else -1 end) as amount,
		case kind when 'charge' then ((body ->> 'amount')::int * 29 + 500) / 1000 + 30 else 0 end as fee
	from sandbox_stripe.objects
	where (kind = 'charge' and body ->> 'status' = 'succeeded') or (kind = 'refund' and body ->> 'status' <> 'failed')
) as movements`

const startOf = (day: string) => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)

/** Returns the last day whose payout has been made. */
const lastDay = ({ now }: SandboxCall) => new Date(now.getTime() - DELAY_MS - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')

function presentPayout({ day, currency, amount }: Day): Payout {
	const sent = unixSeconds(new Date(startOf(day).getTime() + DAY_MS + DELAY_MS))
	return {
		id: `po_sandbox${day}${currency}`,
		object: 'payout',
		amount,
		arrival_date: sent,
		automatic: true,
		balance_transaction: `txn_sandbox${day}${currency}`,
		created: sent,
		currency,
		description: 'SANDBOX PAYOUT',
		destination: null,
		failure_balance_transaction: null,
		failure_code: null,
		failure_message: null,
		livemode: false,
		metadata: {},
		method: 'standard',
		original_payout: null,
		reconciliation_status: 'completed',
		reversed_by: null,
		source_type: 'card',
		statement_descriptor: null,
		status: 'paid',
		type: 'bank_account',
	}
}

async function readDays(call: SandboxCall, id: string | null, limit: number): Promise<Payout[]> {
	const { rows } = await sql<Day>`
		select day, currency, sum(amount - fee)::int as amount from ${MOVEMENTS}
		where day <= ${lastDay(call)} and (${id}::text is null or 'po_sandbox' || day || currency = ${id})
		group by day, currency order by day desc, currency limit ${limit}`.execute(call.tx)
	return rows.map(presentPayout)
}

export const listPayouts = async (call: SandboxCall, query: FormRecord) =>
	toStripeList(await readDays(call, null, Math.min(Number(formText(query['limit']) ?? 10), MAX)), '/v1/payouts')

export async function retrievePayout(call: SandboxCall, _query: FormRecord, id: string): Promise<Payout> {
	const [payout] = await readDays(call, id, 1)
	if (!payout) throw noSuch('payout', id)
	return payout
}

type Moved = Pick<BalanceTransaction, 'id' | 'amount' | 'created' | 'currency' | 'fee' | 'source' | 'type'>

const toBalanceTransaction = ({ amount, fee, type, created, ...moved }: Moved): BalanceTransaction => ({
	...moved,
	object: 'balance_transaction',
	amount,
	available_on: created,
	created,
	description: null,
	exchange_rate: null,
	fee,
	fee_details:
		fee === 0 ? [] : [{ amount: fee, application: null, currency: moved.currency, description: 'Sandbox fees', type: 'stripe_fee' }],
	net: amount - fee,
	reporting_category: type,
	status: 'available',
	type,
})

/** Handles `GET /v1/balance_transactions?payout=…&limit=…&starting_after=…`: newest first, with the payout itself at the top. */
export async function listBalanceTransactions(call: SandboxCall, query: FormRecord) {
	const payout = await retrievePayout(call, query, requireField(query, 'payout'))
	const { rows } = await sql<Movement>`
		select id, kind, created_at, currency, amount, fee from ${MOVEMENTS}
		where 'po_sandbox' || day || currency = ${payout.id} order by created_at desc, id desc`.execute(call.tx)
	const { balance_transaction: id, amount, created, currency } = payout
	const all = [
		toBalanceTransaction({ id, amount: -amount, created, currency, fee: 0, source: payout.id, type: 'payout' }),
		...rows.map(({ id: source, kind: type, created_at: at, ...moved }) =>
			toBalanceTransaction({ ...moved, id: `txn_${source.replace('_', '')}`, created: unixSeconds(at), source, type }),
		),
	]
	const after = formText(query['starting_after'])
	const first = after === null ? 0 : all.findIndex((each) => each.id === after) + 1
	const last = first + Math.min(Number(formText(query['limit']) ?? 10), MAX)
	return { object: 'list', data: all.slice(first, last), has_more: last < all.length, url: '/v1/balance_transactions' }
}
