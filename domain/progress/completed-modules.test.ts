import { expect, test } from 'vitest'

import { completedModules, lastOpenedSection, nextModule } from './completed-modules.ts'
import type { ProgressEntry } from './progress-entry.ts'

const visit = (key: string, changedAt: number): ProgressEntry => ({ kind: 'section', key, done: true, changedAt })

test('only completions count, including those of removed modules', () => {
	const entries: ProgressEntry[] = [
		{ kind: 'module', key: '1', done: true, changedAt: 1 },
		{ kind: 'module', key: '2', done: false, changedAt: 1 },
		{ kind: 'module', key: '7', done: true, changedAt: 1 },
		{ kind: 'section', key: '3', done: true, changedAt: 1 },
		{ kind: 'module', key: 'bonus', done: true, changedAt: 1 },
	]
	expect([...completedModules(entries)]).toEqual([1, 7])
})

const course = [{ id: 1 }, { id: 2 }, { id: 4 }, { id: 3 }]

test.each([
	{ completed: [], next: 1 },
	{ completed: [1, 2], next: 4 },
	{ completed: [2], next: 1 },
	{ completed: [1, 2, 3, 4], next: null },
	{ completed: [7], next: 1 },
])('after $completed the next module is $next', ({ completed, next }) => {
	expect(nextModule(course, new Set(completed))).toBe(next)
})

test('a learner resumes at the last opened section of the module', () => {
	const ticked: ProgressEntry = { kind: 'task', key: '1/intro', done: true, changedAt: 30 }
	const entries = [visit('1/intro', 5), visit('1/skills', 9), visit('2/market', 20), visit('1/value', 7), ticked]
	expect(lastOpenedSection(entries, 1, ['intro', 'skills'])).toBe('skills')
	expect(lastOpenedSection(entries, 2, ['market'])).toBe('market')
	expect(lastOpenedSection(entries, 3, ['planning'])).toBeNull()
})

test('a removed or empty section isn’t resumed', () => {
	expect(lastOpenedSection([visit('1/intro', 5), visit('1/empty', 9)], 1, ['intro', 'skills'])).toBe('intro')
})
