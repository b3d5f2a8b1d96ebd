import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import { makeCluster, query } from '#tests/setup/embedded-dir.ts'
import { openMailSink } from '#tests/setup/mail-sink.ts'

import { ask, expectGuarded, json, startServer } from './ask-server.ts'

/** Jobs run in the server process, so killing the server also kills the worker. */
test('a worker killed while sending a mail doesn’t silently send it twice, and every other job runs after the restart', async () => {
	const sink = await openMailSink()
	onTestFinished(() => sink.close())
	const dir = await makeCluster()
	const env = {
		GOTRUE_SMTP_HOST: '127.0.0.1',
		GOTRUE_SMTP_PORT: String(sink.port),
		GOTRUE_SMTP_ADMIN_EMAIL: 'academy@example.test',
		SMTP_SECURITY: 'none',
	}
	const first = await startServer(dir, env)
	sink.mood.afterData = 'hang'
	expect((await ask(first.origin, '/auth/v1/otp', json({ email: 'held@example.test' }))).status).toBe(200)
	await expect.poll(() => sink.mails.length, { timeout: 60_000, interval: 50 }).toBe(1)
	for (let index = 0; index < 5; index += 1)
		expect((await ask(first.origin, '/auth/v1/otp', json({ email: `next-${index}@example.test` }))).status).toBe(200)
	await first.server.end('SIGKILL')
	delete sink.mood.afterData

	const second = await startServer(dir, env)
	const toAll = () => sink.mails.flatMap(({ to }) => to)
	await expect
		.poll(() => [0, 1, 2, 3, 4].map((index) => toAll().includes(`next-${index}@example.test`)), { timeout: 120_000, interval: 200 })
		.toEqual([true, true, true, true, true])
	const read = async () => query(second.socket, "select status from outbox_messages where to_address = 'held@example.test'")
	await expect.poll(read, { timeout: 120_000, interval: 500 }).not.toEqual([{ status: 'sending' }])
	await sleep(1000)
	// Each mail arrived at most twice: once before the kill, and once more because the response was lost.
	for (const address of new Set(toAll())) expect(toAll().filter((each) => each === address).length).toBeLessThanOrEqual(2)
	await expectGuarded(dir, second.origin)
	expect((await second.server.end('SIGTERM')).code).toBe(0)
}, 300_000)
