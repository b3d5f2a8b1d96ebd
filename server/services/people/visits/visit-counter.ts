import { sql } from 'kysely'

import type { VisitStep } from '#domain/visits/visit-step.ts'
import type { Db } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { logFailure } from '#server/kernel/outage.ts'

/** Maximum time that counts stay in memory. A killed process loses at most this period. */
const FLUSH_MS = 5000

export type CountedStep = { day: string; step: VisitStep; source: string }

/**
 * Sums counts in memory and writes them to the table every few seconds, so that page views don't each cause a write. The number
 * of sums depends on days, steps and named sources, not on visits.
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
			// In a fixed order, so that two servers can't deadlock.
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
		/** Writes the counts. Those that could not be written are kept for the next flush. */
		flush,
	}
}
