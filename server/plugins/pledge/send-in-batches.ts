import { sql } from 'kysely'

import { MAX_REMINDER_MS } from '#domain/pledge/next-evening.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Maximum consecutive failures. More suggest a general problem, so the run stops, and the next run tries again. */
const MAX_FAILURES = 200
const BATCH = 500
/** Maximum duration of a run. Two runs fit into a job's time limit (server/jobs/jobs.ts). The next job continues. */
const MAX_RUN_MS = 4 * 60_000

/** Result of one row. `late`: the email is no longer useful, because the server was down when it was due. */
export type RowOutcome = 'written' | 'late' | 'none'

type Due = { userId: string; at: Date }

type Work = {
	/** Kind of email, for the log. */
	what: string
	/** Table with one row per learner, and its column with the time of the next email. */
	planned: { table: 'pledges'; column: 'remind_at' } | { table: 'pledge_supporters'; column: 'line_at' }
	write: (userId: string) => Promise<RowOutcome>
	batch?: number
}

/**
 * Returns the latest plausible time of an email. A later time was planned while a clock was ahead, and would suppress emails until then.
 */
export const latestPlausibleTime = (now: Date): Date => new Date(now.getTime() + MAX_REMINDER_MS)

/** Lists due rows by time and learner, after the last row of the previous batch. */
async function listDue(
	{ db, now }: ServiceContext,
	{ table, column }: Work['planned'],
	{ after, batch }: { after: Due | null; batch: number },
): Promise<Due[]> {
	const at = sql.ref(column)
	const isLater = after === null ? sql`true` : sql`(${at}, user_id) > (${after.at}::timestamptz, ${after.userId}::uuid)`
	const { rows } = await sql<Due>`
		select user_id as "userId", ${at} as "at" from ${sql.table(table)}
		where (${at} <= ${now()} or ${at} > ${latestPlausibleTime(now())}) and ${isLater}
		order by ${at}, user_id limit ${batch}`.execute(db)
	return rows
}

/**
 * Processes due rows in batches. A failing row doesn't delay the others: it stays due and is retried in the next run.
 * @returns the number of written rows
 * @throws the first failure, at the end of the run
 */
export async function processDueInBatches(ctx: ServiceContext, { what, planned, write, batch = BATCH }: Work): Promise<number> {
	const { log } = ctx
	const list = (after: Due | null) => listDue(ctx, planned, { after, batch })
	const count: Record<RowOutcome, number> = { written: 0, late: 0, none: 0 }
	const failures: unknown[] = []
	let failuresInARow = 0
	const endsAt = performance.now() + MAX_RUN_MS
	const canContinue = () => failuresInARow < MAX_FAILURES && performance.now() < endsAt
	let due = await list(null)
	while (due.length > 0 && canContinue()) {
		for (const { userId } of due) {
			if (!canContinue()) break
			try {
				count[await write(userId)] += 1
				failuresInARow = 0
			} catch (error) {
				failures.push(error)
				failuresInARow += 1
			}
		}
		if (canContinue()) due = await list(due.at(-1) ?? null)
	}
	if (due.length > 0) log.warn(`${what} wait for the next run`, { written: count.written, failed: failures.length })
	if (count.late > 0) log.warn(`${what} came too late and were left out`, { late: count.late })
	if (failures.length > 0) throw failures[0]
	return count.written
}
