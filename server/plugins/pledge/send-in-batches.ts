import type { ServiceContext } from '#server/services/context.ts'

/** Maximum failures in a row. More suggest a general problem: the run stops, and the next one tries again. */
const MAX_FAILURES = 200
const BATCH = 500
/** Maximum duration of a run. Two runs fit into a job's time limit (server/jobs/jobs.ts); the next job continues. */
const MAX_RUN_MS = 4 * 60_000

/** Result of one row. `late`: the server was down until the email was no longer useful. */
export type Outcome = 'written' | 'late' | 'none'

export type Due = { userId: string; at: Date }

type Work = {
	/** Name of the rows, for the log. */
	what: string
	/** Lists due rows by time and learner, after the last row of the previous batch. */
	list: (after: Due | null, batch: number) => Promise<Due[]>
	write: (userId: string) => Promise<Outcome>
	batch?: number
}

/**
 * Processes due rows in batches. A failing row doesn't delay the others: it stays due and is retried in the next run.
 * @returns the number of written rows
 * @throws the first failure, at the end of the run
 */
export async function processDueInBatches({ log }: ServiceContext, { what, list, write, batch = BATCH }: Work): Promise<number> {
	const count: Record<Outcome, number> = { written: 0, late: 0, none: 0 }
	const failures: unknown[] = []
	let inARow = 0
	const endsAt = performance.now() + MAX_RUN_MS
	const mayGoOn = () => inARow < MAX_FAILURES && performance.now() < endsAt
	let due = await list(null, batch)
	while (due.length > 0 && mayGoOn()) {
		for (const { userId } of due) {
			if (!mayGoOn()) break
			try {
				count[await write(userId)] += 1
				inARow = 0
			} catch (error) {
				failures.push(error)
				inARow += 1
			}
		}
		if (mayGoOn()) due = await list(due.at(-1) ?? null, batch)
	}
	if (due.length > 0) log.warn(`${what} wait for the next run`, { written: count.written, failed: failures.length })
	if (count.late > 0) log.warn(`${what} came too late and were left out`, { late: count.late })
	if (failures.length > 0) throw failures[0]
	return count.written
}
