import { afterEach, expect, test } from 'vitest'

import { visibleRows } from '#domain/planner/planner-week.ts'

import { addSuggestions, type Suggestion } from './add-suggestions.ts'
import { PlannerStore } from './planner-store.ts'

/** Friday, November 20, 2026. */
const NOW = { atMs: Date.UTC(2026, 10, 20, 12), offsetMinutes: 0 }
const WEEK = '2026-11-16'

afterEach(() => localStorage.clear())

const suggestion = (ideaName: string): Suggestion => ({
	ideaName,
	whatImDoing: 'Do it',
	timeNeeded: '1 hour',
	platform: 'Paper',
	weeklyGoal: 'Done',
})
const namesIn = (store: PlannerStore) => visibleRows(store.week(WEEK)).map(({ ideaName }) => ideaName)

test('suggestions fill this week’s untouched rows and keep the learner’s text', () => {
	const store = new PlannerStore(() => NOW.atMs)
	const [first] = visibleRows(store.week(WEEK))
	store.change(WEEK, { type: 'write', id: first?.id ?? '', column: 'ideaName', text: 'My own' })
	addSuggestions(store, ['a', 'b', 'c', 'd', 'e'].map(suggestion), NOW)
	expect(namesIn(store)).toEqual(['My own', 'a', 'b', 'c', 'd', 'e'])
})

test('opening the same plan twice adds it once', () => {
	const store = new PlannerStore(() => NOW.atMs)
	addSuggestions(store, [suggestion('a')], NOW)
	addSuggestions(store, [suggestion('a')], NOW)
	expect(namesIn(store)).toEqual(['a', '', '', '', ''])
})
