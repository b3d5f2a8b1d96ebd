import { fromKysely, type PgBoss } from 'pg-boss'

import { currentWork, originOf } from '#server/kernel/work.ts'

import type { JobQueue } from './port.ts'

/** Creates a queue that adds jobs in the caller's transaction instead of on the library's own connection. */
export const createJobQueue = (boss: PgBoss): JobQueue => ({
	async enqueue(tx, { name, payload, options }) {
		const data = { ...payload, origin: originOf(currentWork.getStore()) }
		await boss.send(name, data, { db: fromKysely(tx), startAfter: options?.delaySeconds ?? 0, priority: options?.priority ?? 0 })
	},
})
