import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

type Context = Pick<ServiceContext, 'db' | 'now'>

const MINUTE_MS = 60_000
const SLOT_MINUTES = 30
const SLOT_MS = SLOT_MINUTES * MINUTE_MS
const DAY_MS = 86_400_000
/** Availability that the terms of use aim for. */
export const AVAILABILITY_TARGET = 0.999

/**
 * Key of the rows that record half an hour each. `amount` has one bit per minute, so that several servers can record the same
 * minute.
 */
export const SERVED_METRIC = { part: 'server', figure: 'served' } as const
const slotOf = (at: number) => ({ day: new Date(at).toISOString().slice(0, 10), of: new Date(at).toISOString().slice(11, 16) })

export async function recordServedMinute({ db, now }: Context): Promise<void> {
	const at = now().getTime()
	const start = at - (at % SLOT_MS)
	const { day, of } = slotOf(start)
	const bit = 2 ** Math.floor((at - start) / MINUTE_MS)
	await sql`insert into daily_metrics as known (part, figure, of, day, amount)
		values (${SERVED_METRIC.part}, ${SERVED_METRIC.figure}, ${of}, ${day}, ${bit})
		on conflict (part, day, figure, of) do update set amount = known.amount | excluded.amount`.execute(db)
}

export type Availability = {
	/** Minutes of the period, or since the first recorded minute if there was none before it. */
	minutes: number
	served: number
}
export type DayServed = Availability & {
	/** In UTC, such as `2026-11-26`. */
	day: string
}

const bitsOf = (amount: number) => [...amount.toString(2)].toReversed().flatMap((bit, minute) => (bit === '1' ? [minute] : []))
const dayOf = (minute: number) => Math.floor((minute * MINUTE_MS) / DAY_MS)

/**
 * Counts the minutes served on each day, newest first. A minute without a record, as when the server is down, counts as not
 * served; the current one isn't counted yet.
 */
export async function readDaysServed({ db, now }: Context, days: number): Promise<DayServed[]> {
	const current = Math.floor(now().getTime() / MINUTE_MS)
	const from = Math.floor((now().getTime() - days * DAY_MS) / SLOT_MS) * SLOT_MINUTES
	const { rows } = await sql<{ start: Date; amount: number }>`
		select (day + of::time) at time zone 'UTC' as start, amount from daily_metrics
		where part = ${SERVED_METRIC.part} and figure = ${SERVED_METRIC.figure} and day >= ${slotOf(from * MINUTE_MS).day}
		order by day, of`.execute(db)
	const recorded = rows
		.flatMap(({ start, amount }) => bitsOf(amount).map((bit) => start.getTime() / MINUTE_MS + bit))
		.filter((minute) => minute >= from && minute < current)
	const { rows: earlier } = await sql`select from daily_metrics where part = ${SERVED_METRIC.part} and figure = ${SERVED_METRIC.figure}
		and (day + of::time) at time zone 'UTC' < ${new Date(from * MINUTE_MS)} limit 1`.execute(db)
	const first = earlier.length > 0 ? from : recorded[0]
	if (first === undefined) return []
	const served = Map.groupBy(recorded, dayOf)
	const [oldest, newest] = [dayOf(first), dayOf(current - 1)]
	return Array.from({ length: newest - oldest + 1 }, (_, ago) => {
		const day = newest - ago
		const start = (day * DAY_MS) / MINUTE_MS
		const minutes = Math.min(start + DAY_MS / MINUTE_MS, current) - Math.max(start, first)
		return { day: slotOf(day * DAY_MS).day, minutes, served: served.get(day)?.length ?? 0 }
	})
}

export const sumAvailability = (days: readonly Availability[]): Availability => ({
	minutes: days.reduce((sum, { minutes }) => sum + minutes, 0),
	served: days.reduce((sum, { served }) => sum + served, 0),
})

/** Counts the minutes served in a period up to now. */
export const readAvailability = async (keeper: Context, days: number): Promise<Availability> =>
	sumAvailability(await readDaysServed(keeper, days))
