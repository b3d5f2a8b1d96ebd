import { expect, test } from 'vitest'

import type { EmailMessage } from '#server/adapters/email/port.ts'
import { systemContext } from '#server/context.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deliverMessage } from './deliver-message.ts'
import { enqueueMessage } from './enqueue-message.ts'

const A_DAY = 86_400_000

/** Refuses the first `refusals` messages and keeps the rest. */
function stubbornTransport(refusals: number) {
	const accepted: EmailMessage[] = []
	let calls = 0
	const send = async (message: EmailMessage) => {
		calls += 1
		if (calls <= refusals) throw new Error('451 try later')
		accepted.push(message)
		return { providerId: `smtp-${calls}` }
	}
	return { email: { send }, accepted }
}

async function withOneMessage(refusals: number) {
	const transport = stubbornTransport(refusals)
	const made = await makeTestDeps({ email: transport.email })
	const ctx = systemContext(made.deps, 'test')
	const message = { channel: 'email', to: 'ana@example.test', template: 'code', subject: 'Code', text: '123456', html: '' } as const
	const id = await made.deps.db.transaction().execute((tx) => enqueueMessage(ctx, tx, message))
	const read = () => made.deps.db.selectFrom('outbox_messages').selectAll().executeTakeFirstOrThrow()
	return { ...made, ...transport, ctx, id: id ?? '', read }
}

test('a refused message is tried again later, not at once, and then sent', async () => {
	const { deps, clock, accepted, read } = await withOneMessage(2)

	expect(await runDueJobs(deps)).toBe(1)
	expect(await read()).toMatchObject({ status: 'queued', attempts: 1, last_error: '451 try later' })
	expect(await runDueJobs(deps)).toBe(0)

	clock.advance(A_DAY)
	await runDueJobs(deps)
	expect(await read()).toMatchObject({ status: 'sent', attempts: 3, last_error: null, provider_id: 'smtp-3' })
	expect(accepted).toHaveLength(1)
})

test('after six refusals the message is failed, the operator can read why, and nobody tries again', async () => {
	const { deps, clock, accepted, logLines, read } = await withOneMessage(100)
	for (let round = 0; round < 10; round += 1) {
		await runDueJobs(deps)
		clock.advance(A_DAY)
	}

	expect(await read()).toMatchObject({ status: 'failed', attempts: 6, last_error: '451 try later' })
	expect(accepted).toEqual([])
	expect(logLines.filter((line) => line.includes('message given up'))).toHaveLength(1)
})

test('two jobs for one message hand it over once', async () => {
	const { ctx, id, accepted } = await withOneMessage(0)
	await Promise.all([deliverMessage(ctx, { messageId: id }), deliverMessage(ctx, { messageId: id })])

	expect(accepted.map((message) => message.id)).toEqual([id])
})
