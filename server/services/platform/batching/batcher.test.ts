import { expect, test } from 'vitest'

import { Batcher } from './batcher.ts'

function open(options: { maxItems?: number; weigh?: (item: number) => number; maxWeight?: number } = {}) {
	const runs: number[][] = []
	const batcher = new Batcher<number, string>({
		maxItems: 3,
		...options,
		async run(items) {
			runs.push([...items])
			await new Promise((resolve) => setTimeout(resolve, 2))
			if (items.includes(13)) throw new Error('thirteen')
			return items.map((item) => `did ${item}`)
		},
	})
	return { runs, all: (...items: number[]) => Promise.allSettled(items.map((item) => batcher.add(item))) }
}

test('calls in one turn are batched up to the limit, and each gets its own result', async () => {
	const { runs, all } = open()
	const results = await all(1, 2, 3, 4, 5, 6, 7)
	expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([1, 2, 3, 4, 5, 6, 7].map((item) => `did ${item}`))
	expect(runs).toEqual([[1, 2, 3], [4, 5, 6], [7]])
})

test('a heavy item ends a batch, and one over the limit runs alone', async () => {
	const { runs, all } = open({ weigh: (item) => item, maxWeight: 10 })
	await all(4, 5, 2, 99, 1)
	expect(runs).toEqual([[4, 5], [2], [99], [1]])
})

test('a failing item fails alone, and the next batch works', async () => {
	const { runs, all } = open()
	const results = await all(12, 13, 14)
	expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
	expect(runs).toEqual([[12, 13, 14], [12], [13], [14]])
	expect(await all(15)).toEqual([{ status: 'fulfilled', value: 'did 15' }])
})

test('during an outage, no call of a batch is tried again', async () => {
	const runs: number[][] = []
	const batcher = new Batcher<number, string>({
		maxItems: 3,
		async run(items) {
			runs.push([...items])
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
		},
	})
	const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
	expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
	expect(runs).toEqual([[1, 2, 3]])
})
