import { afterEach, expect, test, vi } from 'vitest'

import { EMPTY_TRIAL, TrialStore } from './trial-record.ts'

const KEY = 'launchway_trial'

afterEach(() => {
	vi.restoreAllMocks()
	localStorage.clear()
})

test('progress survives a reload', () => {
	new TrialStore().change({ type: 'tick', key: 'stream/freelancing/0', done: true })
	expect(new TrialStore().read().ticks).toEqual(['stream/freelancing/0'])
})

test('the record is the same object until something changes', () => {
	const store = new TrialStore()
	store.change({ type: 'slide', slide: 2 })
	expect(store.read()).toBe(store.read())
})

test('a change in another tab is noticed, and listeners are called', () => {
	const store = new TrialStore()
	const heard = vi.fn()
	const stop = store.subscribe(heard)
	localStorage.setItem(KEY, JSON.stringify({ welcome: { slide: 5 } }))
	window.dispatchEvent(new Event('storage'))
	expect([heard.mock.calls.length, store.read().welcome.slide]).toEqual([1, 5])
	stop()
	store.change({ type: 'slide', slide: 6 })
	expect(heard).toHaveBeenCalledTimes(1)
})

test('without storage the trial still works', () => {
	vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError')
	})
	const store = new TrialStore()
	store.change({ type: 'slide', slide: 1 })
	store.change({ type: 'welcome-finished' })
	expect(store.read().welcome.finished).toBe(true)
})

test.each(['{', 'null', '"true"'])('%s in storage counts as no progress', (raw) => {
	localStorage.setItem(KEY, raw)
	expect(new TrialStore().read()).toEqual(EMPTY_TRIAL)
})
