import type { ServiceContext } from '#server/services/context.ts'

/** This many failures in a row mean that something is wrong with more than these rows; the next run tries again. */
const MAX_FAILURES = 200
const BATCH = 500
/** Shorter than a job may take (server/jobs/jobs.ts), also twice; the next run continues. */
const MAX_RUN_MS = 4 * 60_000

/** `late`: the server was away for too long, and a mail about it would be useless. `none`: there is nothing to say. */
export type Outcome = 'written' | 'late' | 'none'

export type Due = { userId: string; at: Date }

type Work = {
	/** For the log. */
	what: string
	/** Due rows by time and learner, after the last of the batch before. */
	list: (after: Due | null, batch: number) => Promise<Due[]>
	write: (userId: string) => Promise<Outcome>
	batch?: number
}

/**
 * Writes due rows in batches. A failing row does not delay the others: it stays due, and is not retried in the same run.
 * @returns how many were written
 * @throws the first failure, when the others are written
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
