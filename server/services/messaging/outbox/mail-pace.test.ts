import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'

import { createMailPace } from './mail-pace.ts'

const PER_HOUR = 3600 // one per second

/** Creates a pace with a fake clock. It records waits instead of waiting. */
function openPace() {
	const waits: unknown[] = []
	const clock = vi.spyOn(performance, 'now').mockReturnValue(5000)
	vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => void waits.push(ms) as never)
	syncBuiltinESMExports()
	return { ...createMailPace(), waits, setClock: (ms: number) => clock.mockReturnValue(ms) }
}

afterEach(() => {
	vi.restoreAllMocks()
	syncBuiltinESMExports()
})

test('newsletter emails at once leave a second apart', async () => {
	const pace = openPace()
	for (let mail = 0; mail < 3; mail += 1) expect(await pace.waitForSlot(PER_HOUR)).toBe(true)
	expect(pace.waits).toEqual([1000, 2000])
})

test('an hour without emails saves up no slots: the next ones are paced again', async () => {
	const pace = openPace()
	await pace.waitForSlot(PER_HOUR)
	pace.setClock(3_605_000)
	for (let mail = 0; mail < 3; mail += 1) await pace.waitForSlot(PER_HOUR)
	expect(pace.waits).toEqual([1000, 2000])
})

test('other emails don’t wait, but the newsletter waits for their slots, too', async () => {
	const pace = openPace()
	pace.takeSlot(PER_HOUR)
	pace.takeSlot(PER_HOUR)
	expect(pace.waits).toEqual([])
	await pace.waitForSlot(PER_HOUR)
	expect(pace.waits).toEqual([2000])
})

test('once the server stops, no email gets a slot', async () => {
	const pace = openPace()
	pace.stop()
	expect(await pace.waitForSlot(PER_HOUR)).toBe(false)
})
