import { expect, test } from 'vitest'

import { formatNextReview, formatReturn } from './format-return.ts'

// Returns a local time. November 23, 2026, is a Monday.
const at = (day: number, hour = 9, year = 2026, month = 10) => new Date(year, month, day, hour).getTime()
const NOW = at(23)

test.each([
	[at(23, 8), 'now'],
	[NOW, 'now'],
	[at(23, 22), 'later today'],
	[at(24, 0), 'tomorrow'],
	[at(25), 'on Wednesday'],
	[at(29, 23), 'on Sunday'],
	[at(30, 0), 'on November 30'],
	[at(31, 9, 2026, 11), 'on December 31'],
	[at(2, 9, 2027, 0), 'on January 2, 2027'],
])('%d is asked again %s', (dueMs, words) => {
	expect(formatReturn(dueMs, NOW)).toBe(words)
})

test.each([
	[null, 'All caught up.'],
	[at(24, 0), 'All caught up until tomorrow.'],
	[at(25), 'All caught up until Wednesday.'],
	[at(30, 0), 'All caught up until November 30.'],
])('%s: %s', (nextMs, words) => {
	expect(formatNextReview(nextMs, NOW)).toBe(words)
})
