import { sql } from 'kysely'

import { jobs } from '#server/jobs/jobs.ts'
import { runJob } from '#server/jobs/runner.ts'
import type { Deps } from '#server/services/context.ts'

import { findBackstage } from './test-deps.ts'

/**
 * Runs all due jobs by the test's clock, and the jobs they enqueue, one after another. A failed job waits for its retry:
 * advance the clock and call again.
 * @returns how many jobs ran
 */
export async function runDueJobs(deps: Deps): Promise<number> {
	const { boss, clock } = findBackstage(deps)
	let ran = 0
	for (;;) {
		const before = ran
		// The queue uses the database's clock, so due jobs get a start time in its past.
		await sql`update pgboss.job set start_after = now()
			where state < 'active' and start_after > now() and start_after <= now() + ${clock.advancedMs()} * interval '1 millisecond'`.execute(
			deps.db,
		)
		// One query instead of one for each of thirty queues, most of them empty.
		const { rows } = await sql<{
			name: string
		}>`select distinct name from pgboss.job where state < 'active' and start_after <= now()`.execute(deps.db)
		const due = new Set(rows.map(({ name }) => name))
		for (const name of [...jobs.keys()].filter((each) => due.has(each)))
			for (const job of await boss.fetch(name, { batchSize: 100 })) {
				const outcome = await runJob(deps, name, job)
				if (outcome.status === 'completed') await boss.complete(name, job.id)
				else await boss.fail(name, job.id, outcome.output)
				ran += 1
			}
		if (ran === before) return ran
	}
}

/** Starts a scheduled job, and runs due jobs. */
export async function runTimedJob(deps: Deps, name: string): Promise<void> {
	await findBackstage(deps).boss.send(name, {})
	await runDueJobs(deps)
}
