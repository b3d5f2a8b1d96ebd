import { expect, onTestFinished, test } from 'vitest'

import { openMailSink } from '#tests/setup/mail-sink.ts'

import { SmtpPool, SMTP_TIMEOUTS } from './smtp-pool.ts'

async function open(connections: number) {
	const sink = await openMailSink()
	const config = {
		host: '127.0.0.1',
		port: sink.port,
		security: 'none',
		login: null,
		connections,
		from: { name: null, address: 'academy@launchway.test' },
		bounceAddress: null,
		mayBePrivate: true,
		dkim: null,
	} as const
	const pool = new SmtpPool(config, SMTP_TIMEOUTS)
	onTestFinished(async () => {
		pool.close()
		await sink.close()
	})
	const began: string[] = []
	const ends: (() => void)[] = []
	/** Uses a connection until `end` is called. */
	const use = (name: string, stream: 'newsletter' | 'transactional') =>
		pool.withConnection(async (line) => {
			began.push(name)
			await new Promise<void>((resolve) => ends.push(resolve))
			pool.release(line)
		}, stream)
	const until = (count: number) => expect.poll(() => began.length, { interval: 5 }).toBe(count)
	return { use, began, end: () => ends.shift()?.(), until }
}

test('a code queued last gets the next free connection before waiting newsletters', async () => {
	const { use, began, end, until } = await open(1)
	const all = [use('news 1', 'newsletter'), use('news 2', 'newsletter'), use('news 3', 'newsletter'), use('code', 'transactional')]
	for (let count = 1; count <= all.length; count += 1) {
		await until(count)
		end()
	}
	await Promise.all(all)
	expect(began).toEqual(['news 1', 'code', 'news 2', 'news 3'])
})

test('newsletters never use the last of several connections', async () => {
	const { use, began, end, until } = await open(3)
	const news = ['news 1', 'news 2', 'news 3', 'news 4'].map((name) => use(name, 'newsletter'))
	await until(2)
	const code = use('code', 'transactional')
	await until(3)
	expect(began.toSorted()).toEqual(['code', 'news 1', 'news 2'])
	end()
	end()
	end()
	await until(5)
	end()
	end()
	await Promise.all([...news, code])
})
