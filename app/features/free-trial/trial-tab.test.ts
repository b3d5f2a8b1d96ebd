import { expect, test } from 'vitest'

import { parseTrialTab, tabSearch, TRIAL_TABS } from './trial-tab.ts'

test.each([
	[null, 'intro'],
	['', 'intro'],
	['Quiz', 'intro'],
	['quiz', 'quiz'],
	['action', 'action'],
])('tab=%s opens %s', (name, tab) => {
	expect(parseTrialTab(name)).toBe(tab)
})

test('every tab opens from its own URL', () => {
	expect(TRIAL_TABS.map((tab) => parseTrialTab(new URLSearchParams(tabSearch(tab)).get('tab')))).toEqual(TRIAL_TABS)
})
