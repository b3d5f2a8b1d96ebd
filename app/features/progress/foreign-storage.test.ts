import { afterEach, expect, test } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { progressStore, ProgressStore, useProgress } from './progress-store.ts'

afterEach(() => localStorage.clear())

test.each([
	'module1_completed',
	'Launchway_module1_completed',
	'launchway-module1-completed',
	'otherschool_module1_completed',
	'launchway_module7_completed',
	'launchway_module01_completed',
])('a flag under the key %s is ignored', (key) => {
	localStorage.setItem(key, 'true')
	expect([...new ProgressStore().read().completed]).toEqual([])
})

test.each([
	['entries in another format', { version: 1, owner: null, entries: { 'section:1/intro': true }, unsent: [], parked: {} }],
	['a list', []],
	['a time stored as a date', { entries: [{ kind: 'section', key: '1/intro', done: true, changedAt: '2026-11-20' }] }],
	['an unknown kind of entry', { entries: [{ kind: 'badge', key: 'first', done: true, changedAt: 1 }] }],
	['done stored as text', { entries: [{ kind: 'section', key: '1/intro', done: 'true', changedAt: 1 }] }],
	['a time before 1970', { entries: [{ kind: 'section', key: '1/intro', done: true, changedAt: -1 }] }],
])('%s under our key is ignored, and the next entry is stored', (_what, stored) => {
	localStorage.setItem('launchway_progress', JSON.stringify(stored))
	const store = new ProgressStore(() => 5)
	expect(store.read().entries).toEqual([])
	store.record({ kind: 'task', key: '1/skills', done: true })
	expect(new ProgressStore().read().entries).toEqual([{ kind: 'task', key: '1/skills', done: true, changedAt: 5 }])
})

test('a page restored from the back/forward cache shows changes of other tabs', async () => {
	const page = await renderHook(useProgress)
	const entry = { kind: 'task', key: '1/skills', done: true, changedAt: 5 }
	localStorage.setItem('launchway_progress', JSON.stringify({ version: 1, owner: null, entries: [entry], unsent: [], parked: {} }))
	const comesBack = (persisted: boolean) => page.run(() => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
	await comesBack(false)
	expect(page.current().entries).toEqual([])
	await comesBack(true)
	expect(page.current().entries).toEqual([entry])
	await page.leave()
	expect(progressStore.read().entries).toEqual([entry])
})
