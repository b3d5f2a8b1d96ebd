import { expect, test } from 'vitest'

import { daysBeforeMs, daysOfYears, FRESH_MINUTES, isFreshSession } from './periods.ts'

test.each([
	[1, 366],
	[2, 731],
	[7, 2557],
])('%i years are at least as many days as in any calendar: %i', (years, days) => {
	expect(daysOfYears(years)).toBe(days)
	for (let start = 2000; start < 2030; start += 1) {
		const calendar = (Date.UTC(start + years, 1, 28) - Date.UTC(start, 1, 28)) / 86_400_000
		expect(days).toBeGreaterThanOrEqual(calendar)
	}
})

test('the cutoff is a number of days back', () => expect(daysBeforeMs(Date.UTC(2026, 0, 31), 30)).toBe(Date.UTC(2026, 0, 1)))

test.each([
	[0, true],
	[FRESH_MINUTES * 60_000 - 1, true],
	[FRESH_MINUTES * 60_000, false],
	[-1, false],
])('a session %i ms old is fresh: %s', (age, isFresh) => expect(isFreshSession(age)).toBe(isFresh))
