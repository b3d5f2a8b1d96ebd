import { expect, onTestFinished, test } from 'vitest'

import type { EmailMessage, EmailSender } from '#server/adapters/email/port.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createDeps } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'
import { systemContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'

import { openJobRunner } from './runner.ts'

const MAILS = 200

/** Opens the parts of a server that matter here: separate database connections and a separate job runner. */
async function openServer({ connection, direct }: Awaited<ReturnType<typeof cloneDatabase>>, email: EmailSender) {
	const log = createLogger('error', () => undefined)
	const pools = openPools(connection, log, 5)
	const callerDb = openCallerDatabase(connection, log, 1)
	const runner = await openJobRunner(direct, log)
	const made = createDeps(readConfig({ NODE_ENV: 'test' }), { db: pools.db, callerDb, jobs: runner.queue, log, now: () => new Date() })
	return {
		deps: { ...made, email },
		runner,
		async close() {
			await runner.stop()
			await callerDb.close()
			await pools.close()
		},
	}
}

test('two processes share the jobs of one database, and no job runs twice', async () => {
	const database = await cloneDatabase()
	const sent: string[] = []
	const by = [0, 0]
	const countingFor = (server: 0 | 1): EmailSender => ({
		send: async ({ id }: EmailMessage) => {
			sent.push(id)
			by[server] = (by[server] ?? 0) + 1
			return { kind: 'accepted', providerId: id }
		},
	})
	const first = await openServer(database, countingFor(0))
	const second = await openServer(database, countingFor(1))
	onTestFinished(async () => {
		await Promise.all([first.close(), second.close()])
		await database.drop()
	})

	await Promise.all([first.runner.work(first.deps), second.runner.work(second.deps)])
	const ctx = systemContext(first.deps, 'test')
	for (let index = 0; index < MAILS; index += 1)
		await first.deps.db.transaction().execute((tx) =>
			enqueueMessage(ctx, tx, {
				to: `learner-${index}@example.com`,
				template: 'auth.confirmation',
				subject: 'One',
				text: 'One',
				html: '<p>One</p>',
			}),
		)

	await expect.poll(() => new Set(sent).size).toBe(MAILS)
	const undelivered = first.deps.db.selectFrom('outbox_messages').select('id').where('status', '!=', 'sent')
	await expect.poll(() => undelivered.execute()).toEqual([])
	expect(sent).toHaveLength(MAILS)
	expect(by.every((count) => count > 0)).toBe(true)
})
