import { expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { ROTATION_MS, useRotation } from './use-rotation.ts'

async function start(count: number) {
	vi.useFakeTimers()
	const rotation = await renderHook(() => useRotation(count))
	return { ...rotation, pass: (ms: number) => rotation.run(() => vi.advanceTimersByTime(ms)) }
}

test('three lines rotate every four seconds and start again', async () => {
	const { current, pass, leave } = await start(3)
	const seen = [current().index]
	for (let turn = 0; turn < 3; turn++) {
		await pass(ROTATION_MS)
		seen.push(current().index)
	}
	expect(seen).toEqual([0, 1, 2, 0])
	await leave()
	vi.useRealTimers()
})

test('the rotation pauses on hover and focus, and then continues', async () => {
	const { current, run, pass, leave } = await start(5)
	for (const [hold, release] of [
		['onMouseEnter', 'onMouseLeave'],
		['onFocus', 'onBlur'],
	] as const) {
		const before = current().index
		await run(() => current().hold[hold]())
		await pass(10 * ROTATION_MS)
		expect(current().index).toBe(before)
		await run(() => current().hold[release]())
		await pass(ROTATION_MS)
		expect(current().index).toBe(before + 1)
	}
	await leave()
	vi.useRealTimers()
})

test('Pause stops it, Play continues, and a selected item gets its full four seconds', async () => {
	const { current, run, pass, leave } = await start(5)
	await run(() => current().toggle())
	await pass(3 * ROTATION_MS)
	expect([current().isPlaying, current().index]).toEqual([false, 0])
	await run(() => current().toggle())
	await pass(ROTATION_MS - 1)
	await run(() => current().pick(3))
	await pass(ROTATION_MS - 1)
	expect(current().index).toBe(3)
	await pass(1)
	expect(current().index).toBe(4)
	await leave()
	vi.useRealTimers()
})

test('with reduced motion the rotation stays still until Play is pressed', async () => {
	const device = vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: true }) as MediaQueryList)
	const { current, run, pass, leave } = await start(3)
	await pass(5 * ROTATION_MS)
	expect([current().isPlaying, current().index]).toEqual([false, 0])
	await run(() => current().toggle())
	await pass(ROTATION_MS)
	expect(current().index).toBe(1)
	await leave()
	device.mockRestore()
	vi.useRealTimers()
})
