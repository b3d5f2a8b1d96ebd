import { afterEach, expect, test, vi } from 'vitest'

import { storageKeys } from '#app/lib/storage-keys.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'

import { ProgressStore } from './progress-store.ts'
import { projectFact } from './selected-project.ts'

const KEY = 'launchway_progress'
const TASK = { kind: 'task', key: progressKey.lesson(1, 'skills'), done: true } as const
const INTRO = { kind: 'section', key: progressKey.section(1, 'intro'), done: true } as const
const MODULE = { kind: 'module', key: progressKey.module(1), done: true } as const

afterEach(() => {
	vi.restoreAllMocks()
	localStorage.clear()
})

/** Makes this learner the record's owner. */
function prepare(store: ProgressStore, userId: string) {
	store.prepareFor(userId)
	const { items: entries, unsent } = store.ownPartition()
	return { owner: store.owner, entries, unsent }
}

/** Creates a store with a clock that the test controls. */
function openStore(startMs = 1000) {
	const time = { now: startMs }
	return { store: new ProgressStore(() => time.now), time }
}

const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as { owner: string | null; entries: unknown[]; unsent: string[] }
const otherTabWrites = (value: unknown) => {
	localStorage.setItem(KEY, typeof value === 'string' ? value : JSON.stringify(value))
	window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

test('progress survives a reload', () => {
	openStore().store.record(TASK)
	expect(openStore().store.read().entries).toEqual([{ ...TASK, changedAt: 1000 }])
})

test('the snapshot is the same object until something changes', () => {
	const { store } = openStore()
	const before = store.read()
	expect(store.read()).toBe(before)
	store.record(INTRO)
	expect(store.read()).not.toBe(before)
	expect(store.read()).toBe(store.read())
})

test('a completed module stores the flag “true”, and module 6 also that of the course', () => {
	const { store } = openStore()
	store.record(MODULE)
	expect(localStorage.getItem('launchway_module1_completed')).toBe('true')
	expect(localStorage.getItem('launchway_course_completed')).toBeNull()
	store.record({ ...MODULE, key: progressKey.module(6) })
	expect(localStorage.getItem('launchway_module6_completed')).toBe('true')
	expect(localStorage.getItem('launchway_course_completed')).toBe('true')
})

test.each([
	{ flag: 'true', completed: [2] },
	{ flag: '"true"', completed: [] },
	{ flag: 'false', completed: [] },
	{ flag: '1', completed: [] },
	{ flag: '', completed: [] },
])('flag $flag alone counts as completed: $completed', ({ flag, completed }) => {
	localStorage.setItem('launchway_module2_completed', flag)
	expect([...openStore().store.read().completed]).toEqual(completed)
})

test.each([
	'',
	'{',
	'null',
	'[]',
	'"text"',
	'{"entries":"none","unsent":3,"owner":7,"parked":[]}',
	'{"entries":[null,1,{"kind":"task"},{"kind":"purchase","key":"1","done":true,"changedAt":1},{"kind":"task","key":"1","done":"yes","changedAt":1}]}',
	'{"entries":[{"kind":"task","key":"1","done":true,"changedAt":"yesterday"},{"kind":"task","key":"1","done":true,"changedAt":-1}]}',
])('the unreadable value %s counts as no progress, and the store works', (raw) => {
	localStorage.setItem(KEY, raw)
	const { store } = openStore()
	expect(store.read().entries).toEqual([])
	store.record(INTRO)
	expect(openStore().store.read().entries).toEqual([{ ...INTRO, changedAt: 1000 }])
})

test('readable entries of a partly unreadable value are kept, with plain details only', () => {
	const good = { kind: 'lesson-quiz', key: '1/skills', done: true, changedAt: 5, detail: { score: 2, total: 3, nested: { a: 1 } } }
	localStorage.setItem(KEY, JSON.stringify({ entries: [good, { kind: 'task' }] }))
	expect(openStore().store.read().entries).toEqual([{ ...good, detail: { score: 2, total: 3 } }])
})

test('with full storage the page continues in memory', () => {
	const { store } = openStore()
	store.record(INTRO)
	const real = window.localStorage
	vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
		...real,
		getItem: (key: string) => real.getItem(key),
		setItem() {
			throw new DOMException('full', 'QuotaExceededError')
		},
	})
	store.record(TASK)
	expect(store.read().entries.map(({ kind }) => kind)).toEqual(['section', 'task'])
	expect(stored().entries).toHaveLength(1)
	vi.restoreAllMocks()
	store.record(MODULE)
	expect(stored().entries).toHaveLength(3)
})

test('with blocked storage the page continues in memory', () => {
	vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
		throw new DOMException('blocked', 'SecurityError')
	})
	const { store } = openStore()
	const listener = vi.fn<() => void>()
	store.subscribe(listener)
	store.record(MODULE)
	expect(listener).toHaveBeenCalled()
	expect([...store.read().completed]).toEqual([1])
})

test('alternating writes of two tabs are merged', () => {
	const first = openStore().store
	const second = openStore(2000).store
	first.record(INTRO)
	second.record(TASK)
	first.record(MODULE)
	expect(second.read().entries).toEqual(first.read().entries)
	expect(first.read().entries.map(({ kind }) => kind)).toEqual(['module', 'section', 'task'])
})

test('entries overwritten by another tab are merged with the next write', () => {
	const { store } = openStore()
	store.record(INTRO)
	otherTabWrites({ version: 1, owner: null, entries: [{ ...TASK, changedAt: 1 }], unsent: ['task:1/skills'], parked: {} })
	expect(store.read().entries.map(({ kind }) => kind)).toEqual(['section', 'task'])
	expect(store.ownPartition().unsent).toEqual(['section:1/intro', 'task:1/skills'])
})

test('clearing browser storage clears the record', () => {
	const { store } = openStore()
	store.record(MODULE)
	localStorage.clear()
	expect(store.read()).toEqual({ entries: [], completed: new Set(), project: null })
})

test('a toggle is newer than the one it reverts, even after the clock was set back', () => {
	const { store, time } = openStore(5000)
	store.record(TASK)
	time.now = 10
	store.record({ ...TASK, done: false })
	expect(store.read().entries).toEqual([{ ...TASK, done: false, changedAt: 5001 }])
})

test('the first sign-in sends everything, including flags and quiz results of older pages', () => {
	localStorage.setItem('launchway_module1_completed', 'true')
	const takenAt = new Date(500).toISOString()
	localStorage.setItem('launchway_quiz_result', JSON.stringify({ quiz: 'hustler', answers: ['builder', 'creator', 'builder'], takenAt }))
	const { store } = openStore()
	store.record(INTRO)
	const prepared = prepare(store, 'ana')
	expect(prepared.owner).toBe('ana')
	expect(prepared.unsent).toEqual(['module:1', 'quiz-result:hustler', 'section:1/intro'])
	expect(prepared.entries.find(({ kind }) => kind === 'quiz-result')).toEqual({
		kind: 'quiz-result',
		key: 'hustler',
		done: true,
		changedAt: 500,
		detail: { type: 'builder', answers: 'builder,creator,builder' },
	})
})

test('the account’s entries, flags and quiz result are stored in the browser', () => {
	const { store } = openStore()
	const sent = prepare(store, 'ana').entries
	const account = [
		{ ...MODULE, changedAt: 1 },
		{ kind: 'quiz-result', key: 'hustler', done: true, changedAt: 7, detail: { type: 'creator', answers: 'creator,builder,creator' } },
	] as const
	store.confirm('ana', { sent, account })
	expect(store.read().entries).toEqual(account)
	expect(localStorage.getItem('launchway_module1_completed')).toBe('true')
	expect(JSON.parse(localStorage.getItem('launchway_quiz_result') ?? '')).toEqual({
		quiz: 'hustler',
		answers: ['creator', 'builder', 'creator'],
		takenAt: new Date(7).toISOString(),
	})
})

test('changes during a request are kept and sent next', () => {
	const { store, time } = openStore()
	store.record(TASK)
	store.record(INTRO)
	const sent = prepare(store, 'ana').entries
	time.now = 2000
	store.record({ ...TASK, done: false })
	store.confirm('ana', { sent, account: sent })
	expect(store.ownPartition().unsent).toEqual(['task:1/skills'])
	expect(store.read().entries).toContainEqual({ ...TASK, done: false, changedAt: 2000 })
})

test('the account’s time is adopted, and a refused entry is kept without resending', () => {
	const { store } = openStore(9000)
	store.record(TASK)
	store.record({ ...MODULE, key: progressKey.module(3) })
	const sent = prepare(store, 'ana').entries
	store.confirm('ana', { sent, account: [{ ...TASK, changedAt: 50 }] })
	expect(store.read().entries).toEqual([
		{ kind: 'module', key: '3', done: true, changedAt: 9000 },
		{ ...TASK, changedAt: 50 },
	])
	expect(store.ownPartition().unsent).toEqual([])
})

test('signing out keeps the record; another learner gets none of it, and the first finds unsent entries again', () => {
	const { store } = openStore()
	const first = prepare(store, 'ana').entries
	store.confirm('ana', { sent: first, account: [{ ...MODULE, changedAt: 1 }] })
	store.record(TASK)

	const ben = prepare(store, 'ben')
	expect(ben).toMatchObject({ owner: 'ben', entries: [], unsent: [] })
	expect(localStorage.getItem('launchway_module1_completed')).toBeNull()
	store.record(INTRO)

	const again = prepare(store, 'ana')
	expect(again.entries).toEqual([{ ...TASK, changedAt: 1000 }])
	expect(again.unsent).toEqual(['task:1/skills'])
	expect(prepare(store, 'ben').entries).toEqual([{ ...INTRO, changedAt: 1000 }])
})

test('another learner finds none of the stored answers', () => {
	const keys = [storageKeys.quizResult, storageKeys.trial, storageKeys.selector, storageKeys.careerQuiz]
	const { store } = openStore()
	store.prepareFor('ana')
	for (const key of keys) localStorage.setItem(key, '{"answers":"of the first"}')

	store.prepareFor('ana')
	expect(keys.map((key) => localStorage.getItem(key))).not.toContain(null)
	store.prepareFor('ben')
	expect(keys.map((key) => localStorage.getItem(key))).toEqual([null, null, null, null])
})

test('a confirmation that arrives after another learner signed in is ignored', () => {
	const { store } = openStore()
	const sent = prepare(store, 'ana').entries
	store.prepareFor('ben')
	store.confirm('ana', { sent, account: [{ ...MODULE, changedAt: 1 }] })
	expect(store.read().entries).toEqual([])
})

const PROJECT_KEY = 'launchway_selected_project'
const WIREFRAMES = { kind: 'milestone', key: progressKey.milestone(3, 'wireframes'), done: true } as const

test('the latest chosen project is stored as plain text under its own key', () => {
	const { store, time } = openStore()
	store.record(projectFact(3, 'template-kit'))
	time.now = 2000
	store.record(projectFact(3, 'portfolio-page'))
	expect(localStorage.getItem(PROJECT_KEY)).toBe('portfolio-page')
	expect(openStore().store.read()).toMatchObject({ project: 'portfolio-page', entries: [{ kind: 'project', key: '3', changedAt: 2000 }] })
})

test.each([
	{ word: 'digital-guide', project: 'digital-guide' },
	{ word: '"digital-guide"', project: null },
	{ word: '', project: null },
	{ word: '<script>', project: null },
])('the stored text $word means project $project', ({ word, project }) => {
	localStorage.setItem(PROJECT_KEY, word)
	expect(openStore().store.read().project).toBe(project)
})

test('a project stored as plain text is synced, and removed with its learner', () => {
	localStorage.setItem(PROJECT_KEY, 'digital-guide')
	const { store } = openStore()
	expect(prepare(store, 'first').entries).toEqual([{ ...projectFact(3, 'digital-guide'), changedAt: 1000 }])
	store.prepareFor('second')
	expect(localStorage.getItem(PROJECT_KEY)).toBeNull()
	store.prepareFor('first')
	expect(store.read().project).toBe('digital-guide')
})

test('a milestone survives a reload and can be unchecked', () => {
	const { store, time } = openStore()
	store.record(WIREFRAMES)
	expect(openStore().store.read().entries).toEqual([{ ...WIREFRAMES, changedAt: 1000 }])
	time.now = 2000
	store.record({ ...WIREFRAMES, done: false })
	expect(openStore().store.read().entries).toEqual([{ ...WIREFRAMES, done: false, changedAt: 2000 }])
})
