import { expect, test } from 'vitest'

import { readTab, tabSearch, TRIAL_TABS } from './trial-tab.ts'

test.each([
	[null, 'intro'],
	['', 'intro'],
	['Quiz', 'intro'],
	['quiz', 'quiz'],
	['action', 'action'],
])('tab=%s opens %s', (name, tab) => {
	expect(readTab(name)).toBe(tab)
})

test('every tab opens from its own URL', () => {
	expect(TRIAL_TABS.map((tab) => readTab(new URLSearchParams(tabSearch(tab)).get('tab')))).toEqual(TRIAL_TABS)
})
