import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

type Keeper = Pick<ServiceContext, 'db' | 'now'>

const MINUTE_MS = 60_000
const SLOT_MINUTES = 30
const SLOT_MS = SLOT_MINUTES * MINUTE_MS
const DAY_MS = 86_400_000
/** Availability that the terms of use aim for. */
export const PROMISED_SHARE = 0.999

/**
 * Key of the rows that record half an hour each. `amount` has one bit per minute, so that several servers can record the same
 * minute.
 */
export const SERVED = { part: 'server', figure: 'served' } as const
const slotOf = (at: number) => ({ day: new Date(at).toISOString().slice(0, 10), of: new Date(at).toISOString().slice(11, 16) })

export async function recordServedMinute({ db, now }: Keeper): Promise<void> {
	const at = now().getTime()
	const start = at - (at % SLOT_MS)
	const { day, of } = slotOf(start)
	const bit = 2 ** Math.floor((at - start) / MINUTE_MS)
	await sql`insert into daily_metrics as known (part, figure, of, day, amount)
		values (${SERVED.part}, ${SERVED.figure}, ${of}, ${day}, ${bit})
		on conflict (part, day, figure, of) do update set amount = known.amount | excluded.amount`.execute(db)
}

export type Availability = {
	/** Minutes since the first recorded minute of the period. */
	minutes: number
	served: number
}

const bitsOf = (amount: number) => [...amount.toString(2)].toReversed().flatMap((bit, minute) => (bit === '1' ? [minute] : []))

/** Counts the minutes served. A minute without a record, as when the server is down, counts as not served. */
export async function readAvailability({ db, now }: Keeper, days: number): Promise<Availability> {
	const current = Math.floor(now().getTime() / MINUTE_MS)
	const from = Math.floor((now().getTime() - days * DAY_MS) / SLOT_MS) * SLOT_MINUTES
	const { rows } = await sql<{ start: Date; amount: number }>`
		select (day + of::time) at time zone 'UTC' as start, amount from daily_metrics
		where part = ${SERVED.part} and figure = ${SERVED.figure} and day >= ${slotOf(from * MINUTE_MS).day}
		order by day, of`.execute(db)
	const minutes = rows
		.flatMap(({ start, amount }) => bitsOf(amount).map((bit) => start.getTime() / MINUTE_MS + bit))
		.filter((minute) => minute >= from && minute < current)
	const first = minutes[0]
	return first === undefined ? { minutes: 0, served: 0 } : { minutes: current - first, served: minutes.length }
}
