import { randomUUID } from 'node:crypto'

import { logFailure } from '#server/kernel/outage.ts'
import { currentWork, type Origin, type Work } from '#server/kernel/work.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { createWorkWatch } from '#server/services/platform/work/work-watch.ts'

import { type Job, jobs } from './jobs.ts'

type StoredJob = { id: string; name: string; data: unknown }

export type JobOutcome = { id: string; status: 'completed' } | { id: string; status: 'failed'; output: { message: string } }

/** A job belongs to the request that enqueued it, so that logs, statements and traces have that request's id. */
function workOf(name: string, origin: Origin | undefined): Work {
	const requestId = origin?.requestId ?? randomUUID()
	const traceId = origin?.traceId ?? requestId.replaceAll('-', '')
	return { requestId, traceId, parentSpanId: origin?.spanId ?? null, name: () => name, startedAt: performance.now() }
}

async function attempt(deps: Deps, name: string, { id, data }: StoredJob): Promise<JobOutcome> {
	try {
		await (jobs.get(name) as Job<unknown>).run(systemContext(deps, id), data)
		return { id, status: 'completed' }
	} catch (error) {
		logFailure(deps.log, 'job failed', { job: name, jobId: id, error })
		return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
	}
}

/** Runs a stored job. Logs and returns a failure instead of throwing, so that the rest of the batch continues. */
export async function runJob(deps: Deps, name: string, job: StoredJob): Promise<JobOutcome> {
	const { origin, ...payload } = (job.data ?? {}) as { origin?: Origin }
	const work = workOf(name, origin)
	const end = deps.state.of(createWorkWatch).begin(work)
	const outcome = await currentWork.run(work, () => attempt(deps, name, { ...job, data: payload }))
	end(outcome.status)
	return outcome
}
