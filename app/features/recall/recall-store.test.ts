import { afterEach, expect, test } from 'vitest'

import { findRemembered } from '#domain/recall/recall-schedule.ts'

import { findMemory, RecallStore } from './recall-store.ts'

const KEY = 'launchway_recall'
const PLACE = { moduleId: 1, lessonId: 'costs' }
const DAY = 86_400_000
const NOW = 1_790_000_000_000

afterEach(() => localStorage.clear())

const held = (store: RecallStore, id = 'price') => findRemembered(findMemory(store.view().items, PLACE), id)

test('an answer survives a reload and is queued; one without effect isn’t', () => {
	const store = new RecallStore(() => NOW)
	const empty = store.view()
	store.answer(PLACE, 'price', true)
	expect(held(new RecallStore())).toEqual({ step: 1, answeredAt: NOW })
	const after = store.view()
	expect(after).not.toBe(empty)
	store.answer(PLACE, 'price', true)
	expect(store.view()).toBe(after)
	store.prepareFor('ana')
	expect(store.unsent('ana')).toHaveLength(1)
})

test('two tabs answer different questions of one lesson', () => {
	const [here, there] = [new RecallStore(() => NOW), new RecallStore(() => NOW)]
	here.answer(PLACE, 'price', true)
	there.answer(PLACE, 'cost', false)
	expect([held(here, 'cost'), held(there, 'price')]).toEqual([
		{ step: 0, answeredAt: NOW },
		{ step: 1, answeredAt: NOW },
	])
})

test.each([
	['ahead', 365 * DAY],
	['behind', -365 * DAY],
])('a clock a year %s is corrected after the server answered', (_where, wrongBy) => {
	const store = new RecallStore(() => NOW + wrongBy)
	store.correctClock(NOW)
	expect(store.nowMs()).toBe(NOW)
	store.answer(PLACE, 'price', true)
	expect(held(store)).toEqual({ step: 1, answeredAt: NOW })
})

test('with an uncorrected clock a year ahead the account’s time is adopted', () => {
	const store = new RecallStore(() => NOW + 365 * DAY)
	store.answer(PLACE, 'price', true)
	store.prepareFor('ana')
	const account = [{ ...PLACE, questions: { price: { step: 1, answeredAt: NOW } } }]
	store.confirm('ana', { sent: store.unsent('ana'), account })
	expect(held(store)).toEqual({ step: 1, answeredAt: NOW })
})

test('another learner in this browser sees nothing of it, and synced data isn’t left behind', () => {
	const store = new RecallStore(() => NOW)
	store.answer(PLACE, 'of-ana', true)
	store.prepareFor('ana')
	store.confirm('ana', { sent: store.unsent('ana'), account: store.ownPartition().items })
	store.prepareFor('ben')
	expect(store.view().items).toEqual([])
	expect(localStorage.getItem(KEY)).not.toContain('of-ana')
})

test.each([
	'',
	'{',
	'null',
	'[]',
	'{"owner":7}',
	'{"owner":"","books":{"":{"memories":[{"moduleId":1,"lessonId":"x","questions":[3]},7]}}}',
])('the unreadable stored value %s is ignored', (raw) => {
	localStorage.setItem(KEY, raw)
	const store = new RecallStore(() => NOW)
	expect(store.view().items).toEqual([])
	store.answer(PLACE, 'constructor', true)
	expect(held(new RecallStore(), 'constructor')).toEqual({ step: 1, answeredAt: NOW })
})
