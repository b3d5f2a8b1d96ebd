import { sql } from 'kysely'
import type { z } from 'zod'

import type { VisitReportSchema } from '#contracts/visits.ts'
import { localClock, localDay } from '#domain/clock/local-clock.ts'
import { nameSource } from '#domain/visits/name-source.ts'
import type { VisitStep } from '#domain/visits/visit-step.ts'
import type { Db } from '#server/db/database.ts'
import { logFailure } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

/** Pattern for bots and tools that identify themselves. */
const PROGRAM = /bot|crawl|spider|headless|preview|monitor|curl|wget/i

/**
 * Counts a visit or a step. Following a link from one of our own pages doesn't count as a new visit. Stores only the name of the
 * source: no IP address, no user agent.
 */
export function countStep(ctx: ServiceContext, { step, name, host }: z.output<typeof VisitReportSchema>): void {
	if (ctx.userAgent === '' || PROGRAM.test(ctx.userAgent)) return
	const source = nameSource({ name, host }, { sources: ctx.content.visitSources, ownHost: new URL(ctx.config.siteUrl).host })
	if (step === 'visit' && source === 'unknown') return
	const day = localDay(localClock(siteZone(ctx.content)), ctx.now().getTime())
	ctx.state.of(createVisitCounter).count({ day, step, source }, ctx.log)
}

/** Interval between writes. A killed process loses at most this period. */
const FLUSH_MS = 5000

export type CountedStep = { day: string; step: VisitStep; source: string }

/**
 * Sums counts in memory, so that page views don't each cause a write. The number of sums depends on days, steps and named
 * sources, not on visits.
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
			// Rows are written in a fixed order, so that two servers can't deadlock.
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
				() => void flush().catch((error: unknown) => logFailure(log, 'visit counts not written yet', { error })),
				FLUSH_MS,
			).unref()
		},
		/** Writes the counts. Those that can't be written are kept for the next flush. */
		flush,
	}
}
