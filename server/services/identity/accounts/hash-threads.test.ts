import { expect, test } from 'vitest'

import { createHashThreads } from './hash-threads.ts'

const threadThat = (does: string) =>
	createHashThreads(
		new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads';parentPort.on('message', () => { ${does} })`),
	)

test.each([
	['ends without a word', 'process.exit(1)', 'has ended'],
	['throws', "throw new Error('out of luck')", 'out of luck'],
])('a thread that %s fails its one call, and so does the next, which gets a new thread', async (_, does, message) => {
	const threads = threadThat(does)
	await expect(threads.hash('orange-lamp')).rejects.toThrow(message)
	await expect(threads.verify('hash', 'orange-lamp')).rejects.toThrow(message)
})
