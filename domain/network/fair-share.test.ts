import { expect, test } from 'vitest'

import {
	raiseUsageLevel,
	SLOWDOWN_ABOVE_MS,
	isNetworkIdle,
	MAX_PER_REQUEST_MS,
	NO_USE,
	REFUSAL_COST_MS,
	STEADY_SHARE,
	type NetworkUse,
	throttleDelayMs,
} from './fair-share.ts'

const at = (level: number): NetworkUse => ({ level, at: 1000 })

test.each([
	[SLOWDOWN_ABOVE_MS, 0],
	[SLOWDOWN_ABOVE_MS + 1, 4],
	[SLOWDOWN_ABOVE_MS + 250, 1000],
])('a level of %i waits %i ms', (level, wait) => {
	expect(throttleDelayMs(at(level), 1000)).toBe(wait)
})

test('the level falls by the share each second, never below zero', () => {
	expect(throttleDelayMs(at(SLOWDOWN_ABOVE_MS + 250), 1999)).toBe(1)
	expect(throttleDelayMs(at(SLOWDOWN_ABOVE_MS + 250), 2000)).toBe(0)
	expect(isNetworkIdle(at(100), 1000 + 100 / STEADY_SHARE - 1)).toBe(false)
	expect(isNetworkIdle(at(100), 1000 + 100 / STEADY_SHARE)).toBe(true)
	expect(isNetworkIdle(NO_USE, 0)).toBe(true)
})

test.each([
	['a single request costs its duration', 80, 1, 80],
	['one of four requests costs a quarter', 80, 4, 20],
	['the cost has a maximum', MAX_PER_REQUEST_MS + 1, 1, MAX_PER_REQUEST_MS],
	['a clock set back costs nothing', -5, 1, 0],
	['an invalid count counts as one', 80, 0, 80],
])('%s', (_why, tookMs, concurrentRequests, level) => {
	expect(raiseUsageLevel(NO_USE, { nowMs: 1000, tookMs, concurrentRequests, isRefusal: false })).toEqual({ level, at: 1000 })
})

test.each([
	[1, 1, REFUSAL_COST_MS],
	[REFUSAL_COST_MS + 1, 1, REFUSAL_COST_MS + 1],
	[80, 4, REFUSAL_COST_MS],
])('a refusal that takes %i ms, with %i running, costs %i ms', (tookMs, concurrentRequests, level) => {
	expect(raiseUsageLevel(NO_USE, { nowMs: 1000, tookMs, concurrentRequests, isRefusal: true }).level).toBe(level)
})

test('the delay is at most four seconds', () => {
	let use: NetworkUse = at(0)
	for (let index = 0; index < 100; index += 1)
		use = raiseUsageLevel(use, { nowMs: 1000, tookMs: 60_000, concurrentRequests: 1, isRefusal: false })
	expect(throttleDelayMs(use, 1000)).toBe(4000)
})

test('a clock set back doesn’t lower the level', () => {
	expect(throttleDelayMs(at(SLOWDOWN_ABOVE_MS + 250), 0)).toBe(1000)
})
