import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'

import { createJobQueue } from '#server/adapters/jobs/job-queue.ts'
import type { JobQueue } from '#server/adapters/jobs/port.ts'
import { cuttableClients } from '#server/db/cuttable-clients.ts'
import type { Connection } from '#server/db/pools.ts'
import { logFailure } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { currentWork, type JobOrigin, type Work } from '#server/kernel/work.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { createMailPace } from '#server/services/messaging/outbox/mail-pace.ts'
import { createWorkWatch } from '#server/services/platform/work/work-watch.ts'

import { type Job, jobs } from './jobs.ts'

type StoredJob = { id: string; name: string; data: unknown }

type JobOutcome = { id: string; status: 'completed' } | { id: string; status: 'failed'; output: { message: string } }

/** Describes a job as work. In logs, statements and traces, it has the ID of the request that enqueued it. */
function workOf(name: string, origin: JobOrigin | undefined): Work {
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

/** Runs a job. Returns a failure instead of throwing, so that the rest of the batch continues. */
export async function runJob(deps: Deps, name: string, job: StoredJob): Promise<JobOutcome> {
	const { origin, ...payload } = (job.data ?? {}) as { origin?: JobOrigin }
	const work = workOf(name, origin)
	const end = deps.state.of(createWorkWatch).begin(work)
	const outcome = await currentWork.run(work, () => attempt(deps, name, { ...job, data: payload }))
	end(outcome.status)
	return outcome
}

const JOBS_AT_ONCE_PER_QUEUE = 20
const STOP_LIMIT_MS = 10_000

export type JobRunner = {
	queue: JobQueue
	work: (deps: Deps) => Promise<void>
	/** Closes all connections once the database has stopped answering, because running statements could otherwise wait for hours. */
	cut: () => void
	stop: () => Promise<void>
}

/**
 * Opens the queue. Jobs can be enqueued immediately; they run after `work` is called.
 * @param connection for the queue's own few connections, one of which listens for new jobs
 */
export async function openJobRunner(connection: Connection, log: Logger): Promise<JobRunner> {
	const { cut, ...clients } = cuttableClients()
	const boss = new PgBoss({
		...connection,
		...clients,
		max: 3,
		application_name: 'launchway-jobs',
		useListenNotify: true,
		// A short interval, so that jobs of a killed process are soon found. Queues aren't checked more often than the supervisor runs.
		superviseIntervalSeconds: 10,
		monitorIntervalSeconds: 10,
	})
	boss.on('error', (error) => logFailure(log, 'job queue failed', { error }))
	boss.on('warning', (warning) => log.warn('job queue warning', { warning }))
	await boss.start()
	await createQueues(boss)

	/** Stops sending newsletters at shutdown, which can't wait for their long job. */
	let stopSending = () => {}
	return {
		queue: createJobQueue(boss),
		async work(deps) {
			const options = {
				batchSize: JOBS_AT_ONCE_PER_QUEUE,
				burstWhenBatchFull: true,
				perJobResults: true,
				pollingIntervalSeconds: 2,
			} as const
			// Remove schedules that only an older version used.
			for (const { name } of await boss.getSchedules()) if (!jobs.get(name)?.cron) await boss.unschedule(name)
			for (const [name, { cron }] of jobs) if (cron) await boss.schedule(name, cron)
			stopSending = deps.state.of(createMailPace).stop
			await Promise.all(
				[...jobs].map(([name, { work }]) =>
					boss.work(name, { ...options, ...work }, (batch) => Promise.all(batch.map((job) => runJob(deps, name, job)))),
				),
			)
		},
		cut,
		stop() {
			stopSending()
			return boss.stop({ graceful: true, timeout: STOP_LIMIT_MS })
		},
	}
}

/** Leaves out the policy, because a queue keeps the one that it was created with. */
const withoutPolicy = ({ policy: _, ...queue }: Job<unknown>['queue']) => queue

/** Creates missing queues, and updates the settings of existing ones. */
export async function createQueues(boss: PgBoss): Promise<void> {
	const existing = new Set((await boss.getQueues([...jobs.keys()])).map(({ name }) => name))
	for (const [name, { queue }] of jobs) {
		if (existing.has(name)) await boss.updateQueue(name, withoutPolicy(queue))
		else await boss.createQueue(name, queue)
	}
}
