import { logFailure } from '#server/kernel/outage.ts'
import { type Deps, systemContext } from '#server/services/context.ts'

import { type Job, jobs } from './jobs.ts'

type StoredJob = { id: string; name: string; data: unknown }

export type JobOutcome = { id: string; status: 'completed' } | { id: string; status: 'failed'; output: { message: string } }

/** Runs a stored job. Logs and returns a failure instead of throwing, so that the rest of the batch continues. */
export async function runJob(deps: Deps, name: string, job: StoredJob): Promise<JobOutcome> {
	try {
		await (jobs.get(name) as Job<unknown>).run(systemContext(deps, job.id), job.data)
		return { id: job.id, status: 'completed' }
	} catch (error) {
		logFailure(deps.log, 'job failed', { job: name, jobId: job.id, error })
		return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
	}
}
