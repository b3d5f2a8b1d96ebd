import { expect, test } from 'vitest'

import { runOneAtATime } from './one-at-a-time.ts'

test('tasks with one key run in order, even after a failure; other keys don’t wait', async () => {
	const log: string[] = []
	const { promise: gate, resolve: open } = Promise.withResolvers<void>()
	const first = runOneAtATime('a', async () => {
		await gate
		log.push('first')
		throw new Error('wrong')
	})
	const second = runOneAtATime('a', async () => log.push('second'))
	await runOneAtATime('b', async () => log.push('other'))
	open()
	await expect(first).rejects.toThrow('wrong')
	await second
	expect(log).toEqual(['other', 'first', 'second'])
})

test('one task per key runs, a hundred wait, and the rest get Retry-After', async () => {
	const { promise: gate, resolve: open } = Promise.withResolvers<string>()
	const all = Array.from({ length: 105 }, () => runOneAtATime('crowd', () => gate))
	const other = await runOneAtATime('another account', () => Promise.resolve('served'))
	open('done')
	const results = await Promise.allSettled(all)
	expect(other).toBe('served')
	expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4)
	expect(await runOneAtATime('crowd', () => Promise.resolve('again'))).toBe('again')
})
