import type { JobName } from '#server/adapters/jobs/port.ts'
import { warnOf } from '#server/kernel/outage.ts'
import { type Deps, systemContext } from '#server/services/context.ts'

import { jobHandlers } from './handlers.ts'

type StoredJob = { id: string; name: string; data: unknown }

export type JobOutcome = { id: string; status: 'completed' } | { id: string; status: 'failed'; output: { message: string } }

/** Runs one stored job. A failure is logged and returned, never thrown, so that the rest of the batch goes on. */
export async function runJob(deps: Deps, name: JobName, job: StoredJob): Promise<JobOutcome> {
	// The payload was written by `enqueue`, whose types tie it to the name.
	const handle = jobHandlers[name] as (ctx: ReturnType<typeof systemContext>, payload: unknown) => Promise<void>
	try {
		await handle(systemContext(deps, job.id), job.data)
		return { id: job.id, status: 'completed' }
	} catch (error) {
		warnOf(deps.log, 'job failed', { job: name, jobId: job.id, error })
		return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
	}
}
