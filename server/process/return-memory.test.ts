import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'

import { collectGarbageWhenIdle } from './return-memory.ts'

test('garbage is collected once in the first idle period after each busy one', () => {
	vi.useFakeTimers({ toFake: ['setInterval'] })
	const reading = vi.spyOn(performance, 'eventLoopUtilization')
	onTestFinished(() => {
		vi.useRealTimers()
		reading.mockRestore()
	})
	let utilization = 0.9
	reading.mockImplementation(() => ({ idle: 0, active: 0, utilization }))
	let collections = 0
	collectGarbageWhenIdle(async () => void (collections += 1))
	const pass = (next: number) => {
		utilization = next
		vi.advanceTimersByTime(30_000)
		return collections
	}
	expect([pass(0.9), pass(0.04), pass(0.04), pass(0.06), pass(0.01), pass(0)]).toEqual([0, 1, 1, 1, 2, 2])
})
