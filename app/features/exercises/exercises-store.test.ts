import { afterEach, expect, test } from 'vitest'

import type { FilledExercise } from '#domain/exercises/filled-exercise.ts'

import { ExercisesStore } from './exercises-store.ts'

const KEY = 'launchway_exercises'
const PLACE = { moduleId: 1, lessonId: 'costs', exerciseId: 'break-even' }

afterEach(() => localStorage.clear())

const edit = (id: string, value: string) => [{ id, label: `The ${id}`, place: 0, value }]
const values = (store: ExercisesStore) =>
	store.view().items.map(({ fields }) => Object.fromEntries(fields.map(({ id, value }) => [id, value])))

test('an entry survives a reload and is queued for the account', () => {
	const store = new ExercisesStore(() => 5)
	store.write(PLACE, 'Break-even', edit('fixed', '4'))
	store.write(PLACE, 'Break-even', edit('fixed', '40'))
	const { items: exercises, unsent } = new ExercisesStore().view()
	expect(exercises).toEqual([
		{ ...PLACE, title: 'Break-even', fields: [{ id: 'fixed', label: 'The fixed', place: 0, value: '40', changedAt: 6 }] },
	])
	expect(unsent).toEqual(['1/costs/break-even'])
})

test('the snapshot is the same object until something changes', () => {
	const store = new ExercisesStore()
	const before = store.view()
	expect(store.view()).toBe(before)
	store.write(PLACE, 'Break-even', edit('fixed', '4'))
	expect(store.view()).not.toBe(before)
	expect(store.view()).toBe(store.view())
})

test('two tabs, and two browsers via the account, fill in one exercise together', () => {
	const [here, there] = [new ExercisesStore(), new ExercisesStore()]
	here.write(PLACE, 'Break-even', edit('fixed', '40'))
	there.write(PLACE, 'Break-even', edit('price', '25'))
	expect([values(here), values(there)]).toEqual([[{ fixed: '40', price: '25' }], [{ fixed: '40', price: '25' }]])
	const account: readonly FilledExercise[] = here.ownPartition().items
	localStorage.clear()
	const other = new ExercisesStore()
	other.write(PLACE, 'Break-even', edit('cost', '2'))
	other.prepareFor('ana')
	other.confirm('ana', { sent: [], account })
	expect(values(other)).toEqual([{ cost: '2', fixed: '40', price: '25' }])
	expect(other.unsent('ana')).toHaveLength(1)
})

test('with a clock a year ahead the account’s time is adopted, so later edits from other browsers win', () => {
	const [year, now] = [365 * 86_400_000, 1_000_000]
	const ahead = new ExercisesStore(() => now + year)
	ahead.write(PLACE, 'Break-even', edit('fixed', '40'))
	ahead.prepareFor('ana')
	const sent = ahead.unsent('ana')
	const account = sent.map((filled) => ({ ...filled, fields: filled.fields.map((field) => ({ ...field, changedAt: now })) }))
	ahead.confirm('ana', { sent, account })
	const later = account.map((filled) => ({
		...filled,
		fields: filled.fields.map((field) => ({ ...field, value: '50', changedAt: now + 1 })),
	}))
	ahead.confirm('ana', { sent: [], account: later })
	expect(values(ahead)).toEqual([{ fixed: '50' }])
})

test('another learner in this browser sees nothing of it, and synced data isn’t left behind', () => {
	const store = new ExercisesStore()
	store.write(PLACE, 'Break-even', edit('fixed', 'of Ana'))
	store.prepareFor('ana')
	store.confirm('ana', { sent: store.unsent('ana'), account: store.ownPartition().items })
	store.prepareFor('ben')
	expect(store.view().items).toEqual([])
	expect(localStorage.getItem(KEY)).not.toContain('of Ana')
})

test.each(['', '{', 'null', '[]', '{"owner":7}', '{"owner":"","books":{"":{"exercises":[{"moduleId":1,"lessonId":"x","fields":[3]}]}}}'])(
	'the unreadable stored value %s is ignored',
	(raw) => {
		localStorage.setItem(KEY, raw)
		const store = new ExercisesStore()
		expect(store.view().items).toEqual([])
		store.write(PLACE, 'Break-even', edit('fixed', 'works'))
		expect(values(new ExercisesStore())).toEqual([{ fixed: 'works' }])
	},
)
