import { expect, test } from 'vitest'

import { formatLastUtcDay, formatLocalDay, formatUtcDay } from './format-day.ts'

test.each([
	['2026-03-02', 'March 2, 2026'],
	['2026-03-02T00:00:00Z', 'March 2, 2026'],
	['2026-03-02T23:59:59.999Z', 'March 2, 2026'],
	['2026-03-02T23:30:00-05:00', 'March 3, 2026'],
	[Date.UTC(2026, 2, 2), 'March 2, 2026'],
	[new Date('2026-12-31T12:00:00Z'), 'December 31, 2026'],
])('%s is formatted as %s', (time, day) => {
	expect(formatUtcDay(time)).toBe(day)
})

test.each([
	['2026-03-02T00:00:00Z', 'March 1, 2026'],
	['2026-03-02T00:00:00.001Z', 'March 2, 2026'],
])('a period ending at %s has %s as its last day', (until, day) => {
	expect(formatLastUtcDay(until)).toBe(day)
})

test('a local day follows the reader’s own clock', () => {
	expect(formatLocalDay(new Date(2026, 2, 2, 0, 0))).toBe('March 2, 2026')
	expect(formatLocalDay(new Date(2026, 2, 2, 23, 59))).toBe('March 2, 2026')
})
