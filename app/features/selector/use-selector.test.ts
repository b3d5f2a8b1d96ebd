import { afterEach, expect, test, vi } from 'vitest'

import { unpackAnswers } from '#domain/selector/pack-answers.ts'
import { SELECTOR_QUESTION_IDS } from '#domain/selector/selector-questions.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useSelector } from './use-selector.ts'

const KEY = 'launchway_selector'
const ALL = unpackAnswers('3'.repeat(16))!
afterEach(() => localStorage.clear())

async function openSelector() {
	const onChange = vi.fn()
	const hook = await renderHook(() => useSelector(onChange))
	const act = (event: Parameters<ReturnType<typeof hook.current>['act']>[0]) => hook.run(() => hook.current().act(event))
	return { ...hook, act, onChange, state: () => hook.current().state }
}
type Selector = Awaited<ReturnType<typeof openSelector>>

async function rateAll(selector: Selector) {
	for (const id of SELECTOR_QUESTION_IDS) await selector.act({ type: 'rate', id, rating: 3 })
}

/** Simulates a change from another tab or the account. */
async function arrives(selector: Selector, value: unknown) {
	localStorage.setItem(KEY, JSON.stringify(value))
	await selector.run(() => window.dispatchEvent(new Event('storage')))
}

test('results need every answer, and stay while answers change', async () => {
	const selector = await openSelector()
	await selector.act({ type: 'rate', id: 'time_available', rating: 4 })
	await selector.act({ type: 'calculate' })
	expect(selector.state().isCalculated).toBe(false)
	await rateAll(selector)
	await selector.act({ type: 'calculate' })
	await selector.act({ type: 'unrate', id: 'time_available' })
	expect(selector.state()).toMatchObject({ isCalculated: true, answers: { time_consistency: 3 } })
	expect(selector.state().answers.time_available).toBeUndefined()
})

test('every change is stored and survives a reload', async () => {
	const before = await openSelector()
	await rateAll(before)
	await before.act({ type: 'calculate' })
	await before.leave()
	const after = await openSelector()
	expect(after.state()).toMatchObject({ answers: ALL, isCalculated: true, before: null })
	expect(after.onChange).not.toHaveBeenCalled()
})

test('a reset can be undone until the next answer', async () => {
	const selector = await openSelector()
	await rateAll(selector)
	await selector.act({ type: 'calculate' })
	await selector.act({ type: 'reset' })
	expect(selector.state()).toMatchObject({ answers: {}, isCalculated: false })
	await selector.act({ type: 'undo' })
	expect(selector.state()).toMatchObject({ answers: ALL, isCalculated: true, before: null })
	await selector.act({ type: 'reset' })
	await selector.act({ type: 'rate', id: 'time_available', rating: 1 })
	await selector.act({ type: 'undo' })
	expect(selector.state().answers).toEqual({ time_available: 1 })
	expect(JSON.parse(localStorage.getItem(KEY) ?? '').answers).toEqual({ time_available: 1 })
})

test('accepting shared answers can be undone', async () => {
	const selector = await openSelector()
	await selector.act({ type: 'rate', id: 'time_available', rating: 2 })
	await selector.act({ type: 'adopt', answers: ALL })
	expect(selector.state()).toMatchObject({ answers: ALL, isCalculated: true })
	await selector.act({ type: 'undo' })
	expect(selector.state()).toMatchObject({ answers: { time_available: 2 }, isCalculated: false })
})

test('a newer change from another tab is shown, an older one isn’t', async () => {
	const selector = await openSelector()
	await selector.act({ type: 'rate', id: 'time_available', rating: 2 })
	await arrives(selector, { version: 1, answers: { time_available: 5 }, isCalculated: false, changedAt: 5 })
	expect(selector.state().answers).toEqual({ time_available: 2 })
	await arrives(selector, { version: 1, answers: { time_available: 5 }, isCalculated: false, changedAt: Date.now() + 1000 })
	expect(selector.state().answers).toEqual({ time_available: 5 })
})

test('an answer after a change from a device whose clock is ahead counts as newer', async () => {
	const selector = await openSelector()
	const changedAt = Date.now() + 3_600_000
	await arrives(selector, { version: 1, answers: { time_available: 5 }, isCalculated: false, changedAt })
	await selector.act({ type: 'rate', id: 'time_available', rating: 1 })
	expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ answers: { time_available: 1 }, changedAt: changedAt + 1 })
})

test('each change is sent to the account once', async () => {
	const selector = await openSelector()
	await selector.act({ type: 'rate', id: 'time_available', rating: 2 })
	await selector.act({ type: 'rate', id: 'time_available', rating: 2 })
	expect(selector.onChange.mock.calls).toEqual([[{ answers: { time_available: 2 }, isCalculated: false }]])
})

test.each([
	['no JSON', '{'],
	['another shape', '[1,2,3]'],
	['an older version', JSON.stringify({ version: 0, answers: { time_available: 3 }, changedAt: 1 })],
	['no time', JSON.stringify({ version: 1, answers: { time_available: 3 } })],
	['a time that isn’t a number', JSON.stringify({ version: 1, answers: { time_available: 3 }, changedAt: 'today' })],
	['answers out of range', JSON.stringify({ version: 1, answers: { time_available: 9, luck: 3 }, isCalculated: false, changedAt: 1 })],
	['answers of a wrong type', JSON.stringify({ version: 1, answers: [3, 3], isCalculated: 'no', changedAt: 1 })],
])('a stored value of %s is ignored', async (_case, raw) => {
	localStorage.setItem(KEY, raw)
	const selector = await openSelector()
	expect(selector.state()).toEqual({ answers: {}, isCalculated: false, before: null })
})

test('without storage the ratings last as long as the page', async () => {
	vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError')
	})
	const selector = await openSelector()
	await rateAll(selector)
	await selector.act({ type: 'calculate' })
	expect(selector.state()).toMatchObject({ answers: ALL, isCalculated: true })
	vi.restoreAllMocks()
	expect(localStorage.getItem(KEY)).toBeNull()
})
