import { sql } from 'kysely'

import type { VisitStep } from '#domain/visits/visit-step.ts'
import type { Db } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { logFailure } from '#server/kernel/outage.ts'

/** Longest time a count waits in memory: a killed process loses that much. */
const FLUSH_MS = 5000

export type CountedStep = { day: string; step: VisitStep; source: string }

/**
 * Counts in memory and adds the sums to the table every few seconds, so that a page view is not a separate write. There are as
 * many sums as days, steps and named sources, however many visits there are.
 */
export function createVisitCounter(db: Db) {
	let waiting = new Map<string, CountedStep & { count: number }>()
	let timer: NodeJS.Timeout | null = null

	const add = (one: CountedStep, count: number) => {
		const key = `${one.day} ${one.step} ${one.source}`
		const known = waiting.get(key)
		waiting.set(key, { ...one, count: (known?.count ?? 0) + count })
	}

	async function flush(): Promise<void> {
		if (timer) clearTimeout(timer)
		timer = null
		const sums = [...waiting.values()]
		waiting = new Map()
		if (sums.length === 0) return
		try {
			// In one order, so that two servers never wait for each other.
			await sql`insert into visit_counts (day, step, source, count)
				select day, step, source, count from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
					as sum (day date, step text, source text, count bigint) order by day, step, source
				on conflict (day, step, source) do update set count = visit_counts.count + excluded.count`.execute(db)
		} catch (error) {
			for (const { count, ...one } of sums) add(one, count)
			throw error
		}
	}

	return {
		count(one: CountedStep, log: Logger): void {
			add(one, 1)
			timer ??= setTimeout(
				() => void flush().catch((error: unknown) => logFailure(log, 'visits are counted later', { error })),
				FLUSH_MS,
			).unref()
		},
		/** Writes the counts. One that could not be written waits for the next visit. */
		flush,
	}
}
