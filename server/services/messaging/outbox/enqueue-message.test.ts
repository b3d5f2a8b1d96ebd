import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { enqueueMessage } from './enqueue-message.ts'

const welcome = { to: 'ana@example.test', template: 'welcome', subject: 'Welcome', text: 'Hello Ana', html: '<p>Hello Ana</p>' } as const

test('a committed message is delivered once and stays readable', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const id = await deps.db.transaction().execute((tx) => enqueueMessage(ctx, tx, welcome))

	expect(await runDueJobs(deps)).toBe(1)
	expect(await runDueJobs(deps)).toBe(0)
	expect(await deps.db.selectFrom('outbox_messages').selectAll().execute()).toEqual([
		expect.objectContaining({ id, status: 'sent', attempts: 1, body: 'Hello Ana', provider_id: `outbox:${id}`, sent_at: clock.now() }),
	])
})

test('a rolled back transaction leaves no message and no job', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const work = deps.db.transaction().execute(async (tx) => {
		await enqueueMessage(ctx, tx, welcome)
		throw new Error('the fact did not happen')
	})

	await expect(work).rejects.toThrow('the fact did not happen')
	expect(await deps.db.selectFrom('outbox_messages').selectAll().execute()).toEqual([])
	expect(await runDueJobs(deps)).toBe(0)
})

test('a dedupe key makes one message and one job, even when written in parallel', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const enqueue = () => deps.db.transaction().execute((tx) => enqueueMessage(ctx, tx, { ...welcome, dedupeKey: 'welcome:ana' }))
	const ids = await Promise.all([enqueue(), enqueue(), enqueue()])

	expect(ids.filter((id) => id !== null)).toHaveLength(1)
	expect(await runDueJobs(deps)).toBe(1)
})
