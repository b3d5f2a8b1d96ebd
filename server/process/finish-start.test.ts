import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { runStartHooks } from './finish-start.ts'

const outage = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })

test('work after the start is retried when the database is back; other failures are reported once', async () => {
	const failures = [outage(), outage()]
	const done: string[] = []
	const plugins = [
		{
			whenStarted: async () => {
				const failure = failures.shift()
				if (failure) throw failure
				done.push('after the outage')
			},
		},
		{ whenStarted: () => Promise.reject(new Error('a bug')) },
		{},
	]
	const { deps, logLines } = await makeTestDeps({ plugins })
	await runStartHooks(deps, new AbortController().signal, 1)
	expect([done, failures]).toEqual([['after the outage'], []])
	expect(logLines.filter((line) => line.includes('"stack"'))).toEqual([expect.stringContaining('a bug')])
	expect(logLines.filter((line) => line.includes('database not reachable'))).toHaveLength(1)
})

test('a stopping server doesn’t wait for the database to come back', async () => {
	const stopping = new AbortController()
	const { deps } = await makeTestDeps({ plugins: [{ whenStarted: () => Promise.reject(outage()) }] })
	const finished = runStartHooks(deps, stopping.signal, 600_000)
	stopping.abort()
	await expect(finished).resolves.toBeUndefined()
})
