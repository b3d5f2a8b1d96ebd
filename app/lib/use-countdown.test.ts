import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useCountdown } from './use-countdown.ts'

afterEach(() => vi.useRealTimers())

/** Opens a page whose countdown has just started; the test controls the clock. */
function openPage(seconds: number) {
	vi.useFakeTimers()
	return renderHook(() => useCountdown(seconds))
}

test('the countdown ends at zero', async () => {
	const hook = await openPage(60)
	expect(hook.current().secondsLeft).toBe(60)
	await hook.run(() => vi.advanceTimersByTime(1000))
	expect(hook.current().secondsLeft).toBe(59)
	await hook.run(() => vi.advanceTimersByTime(58_500))
	expect(hook.current().secondsLeft).toBe(1)
	await hook.run(() => vi.advanceTimersByTime(10_000))
	expect([hook.current().secondsLeft, vi.getTimerCount()]).toEqual([0, 0])
})

test('after a sleep the countdown shows the right number', async () => {
	const hook = await openPage(60)
	vi.setSystemTime(Date.now() + 45_000)
	await hook.run(() => vi.advanceTimersByTime(250))
	expect(hook.current().secondsLeft).toBe(15)
})

test('a new countdown replaces the previous one', async () => {
	const hook = await openPage(0)
	expect([hook.current().secondsLeft, vi.getTimerCount()]).toEqual([0, 0])
	await hook.run(() => hook.current().start(30))
	await hook.run(() => hook.current().start(42))
	await hook.run(() => vi.advanceTimersByTime(2000))
	expect([hook.current().secondsLeft, vi.getTimerCount()]).toEqual([40, 1])
})

test('leaving the page stops the timer', async () => {
	const hook = await openPage(60)
	await hook.leave()
	expect(vi.getTimerCount()).toBe(0)
})
