import type { PgBoss, Queue } from 'pg-boss'

import type { JobName } from '#server/adapters/jobs/port.ts'

type QueueOptions = Omit<Queue, 'name'>

// NOTIFY costs throughput on enqueue, so it is only for queues that a person waits for.
const prompt = {
	notify: true,
	retryLimit: 12,
	retryBackoff: true,
	retryDelay: 5,
	retryDelayMax: 3600,
	// A working process sends a heartbeat every seven seconds; the jobs of a killed one start again when it stays silent.
	heartbeatSeconds: 15,
	// Even with heartbeats, a job that takes this long is stuck.
	expireInSeconds: 600,
} satisfies QueueOptions

// No one waits for it, and tomorrow's run catches up.
const unhurried = { retryLimit: 3, retryBackoff: true, retryDelay: 60, expireInSeconds: 600 } satisfies QueueOptions

/** Services decide when to give up on their own work; the limit here only ends jobs that can never report back. */
export const QUEUES: Record<JobName, QueueOptions> = {
	'announce-articles': unhurried,
	'delete-expired': unhurried,
	'erase-accounts': unhurried,
	// The service gives up first (domain/email/next-step.ts).
	'deliver-message': { ...prompt, retryLimit: 30 },
	'deliver-sandbox-webhook': prompt,
	'settle-sandbox-payment': prompt,
	'reconcile-payments': unhurried,
	'send-refund': prompt,
	'watch-refunds': unhurried,
	'remind-transfers': unhurried,
	'rotate-keys': unhurried,
	'send-text': prompt,
	'send-auth-sms': prompt,
	'tell-dead-letters': unhurried,
}

/** Jobs that the clock starts: cron in UTC. */
export const SCHEDULES: Partial<Record<JobName, string>> = {
	// For an article that becomes due while the server runs; every start checks as well.
	'announce-articles': '7 8 * * *',
	'delete-expired': '17 3 * * *',
	'erase-accounts': '47 * * * *',
	'reconcile-payments': '12 * * * *',
	'rotate-keys': '27 3 * * *',
	'tell-dead-letters': '*/15 * * * *',
	'watch-refunds': '37 6 * * *',
	'remind-transfers': '52 * * * *',
}

export const JOB_NAMES = Object.keys(QUEUES) as JobName[]

/** Creates every queue, and updates the settings of those that an older version made. */
export async function createQueues(boss: PgBoss): Promise<void> {
	const existing = new Set((await boss.getQueues(JOB_NAMES)).map(({ name }) => name))
	for (const name of JOB_NAMES) {
		if (existing.has(name)) await boss.updateQueue(name, QUEUES[name])
		else await boss.createQueue(name, QUEUES[name])
	}
}
