import { expect, test } from 'vitest'

import { createHashTurns, type HashQueue } from './password-hash.ts'

/** Creates a limiter whose tasks end when the test says so. */
function startPool(maxWaiting = 200) {
	const takeTurn = createHashTurns({ maxRunning: 2, maxWaiting })
	const begun: string[] = []
	const ends: (() => void)[] = []
	const ask = (name: string, queue: HashQueue) =>
		takeTurn(queue, () => {
			begun.push(name)
			return new Promise<string>((resolve) => ends.push(() => resolve(name)))
		})
	/** Ends the task that started first, and lets the next one start. */
	const endOne = async () => {
		ends.shift()?.()
		await new Promise((resolve) => setImmediate(resolve))
	}
	return { ask, begun, endOne }
}

const names = (of: string, count: number) => Array.from({ length: count }, (_unused, index) => `${of}${index}`)

test('among 200 waiting guesses a trusted browser is next', async () => {
	const { ask, begun, endOne } = startPool()
	const guesses = names('guess', 200).map((name) => ask(name, 'untrusted'))
	const owner = ask('owner', 'trusted')
	expect(begun).toEqual(['guess0', 'guess1'])
	await endOne()
	expect(begun).toEqual(['guess0', 'guess1', 'owner'])
	for (let count = 0; count < 201; count += 1) await endOne()
	expect(await owner).toBe('owner')
	expect((await Promise.all(guesses)).length).toBe(200)
})

test('a full queue refuses strangers, but no trusted browser', async () => {
	const { ask, begun, endOne } = startPool(3)
	const guesses = names('guess', 5).map((name) => ask(name, 'untrusted'))
	await expect(ask('late', 'untrusted')).rejects.toMatchObject({ kind: 'overloaded', details: { retryAfterSeconds: 2 } })
	const owners = names('owner', 3).map((name) => ask(name, 'trusted'))
	await expect(ask('fourth', 'trusted')).rejects.toMatchObject({ kind: 'overloaded' })
	for (let count = 0; count < 8; count += 1) await endOne()
	await Promise.all([...guesses, ...owners])
	expect(begun).toEqual(['guess0', 'guess1', 'owner0', 'owner1', 'owner2', 'guess2', 'guess3', 'guess4'])
})

test('endless requests from trusted browsers leave every fifth turn to others', async () => {
	const { ask, begun, endOne } = startPool()
	const all = [...names('first', 2), ...names('owner', 9)].map((name) => ask(name, 'trusted'))
	all.push(...names('guess', 2).map((name) => ask(name, 'untrusted')))
	for (let count = 0; count < 13; count += 1) await endOne()
	await Promise.all(all)
	expect(begun.slice(2).map((name) => name.slice(0, -1))).toEqual([
		'owner',
		'owner',
		'owner',
		'owner',
		'guess',
		'owner',
		'owner',
		'owner',
		'owner',
		'guess',
		'owner',
	])
})

test('a failing task passes its turn on', async () => {
	const takeTurn = createHashTurns({ maxRunning: 1, maxWaiting: 1 })
	const failed = takeTurn('untrusted', () => Promise.reject(new Error('out of luck')))
	const next = takeTurn('untrusted', () => Promise.resolve('next'))
	await expect(failed).rejects.toThrow('out of luck')
	expect(await next).toBe('next')
})
