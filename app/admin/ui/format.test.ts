import { expect, test } from 'vitest'

import { formatDue, formatRelativeTime } from './format.tsx'

const [MIN, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

test.each([
	[4 * DAY - 20 * MIN, 'in 4 days'],
	[4 * DAY, 'in 4 days'],
	[DAY + HOUR, 'in 1 day'],
	[DAY - MIN, 'in 24 h'],
	[90 * MIN - 1, 'in 1 h'],
	[30_000, 'now'],
	[-2 * MIN, '2 min ago'],
	[-3 * DAY, '3 days ago'],
])('a time %d ms from now is shown as %s', (ms, words) => {
	const now = new Date('2026-11-26T12:00:00Z')
	expect(formatRelativeTime(new Date(now.getTime() + ms), now)).toBe(words)
})

test.each([
	[3 * HOUR, 'due in 3 h'],
	[30_000, 'due now'],
	[-30_000, 'due now'],
	[-64 * DAY, '64 days late'],
])('a deadline %d ms from now is shown as %s', (ms, words) => {
	const now = new Date('2026-11-26T12:00:00Z')
	expect(formatDue(new Date(now.getTime() + ms), now, 'UTC')).toBe(words)
})

test('days until a deadline are those of the calendar in the time zone', () => {
	const [now, due] = [new Date('2026-12-01T03:00:00Z'), new Date('2026-12-03T20:00:00Z')]
	expect([formatDue(due, now, 'UTC'), formatDue(due, now, 'America/New_York')]).toEqual(['due in 2 days', 'due in 3 days'])
	expect(formatDue(new Date('2026-11-28T01:00:00Z'), now, 'UTC')).toBe('3 days late')
})
