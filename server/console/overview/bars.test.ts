import { expect, test } from 'vitest'

import { toBars } from './bars.ts'

const period = (since: string, days: number) => ({
	since: new Date(`${since}T00:00:00Z`),
	until: new Date(Date.parse(`${since}T00:00:00Z`) + days * 86_400_000),
})

test.each([
	{ days: 7, bars: 7, last: 1 },
	{ days: 62, bars: 62, last: 1 },
	{ days: 63, bars: 9, last: 7 },
	{ days: 93, bars: 14, last: 2 },
	{ days: 182, bars: 26, last: 7 },
	{ days: 183, bars: 7, last: 26 },
	{ days: 365, bars: 13, last: 24 },
])('$days days are shown as $bars bars, the last with $last', ({ days, bars, last }) => {
	const made = toBars(period('2026-02-25', days), new Map())
	expect([made.length, made.at(-1)?.days]).toEqual([bars, last])
	expect(made.reduce((sum, bar) => sum + bar.days, 0)).toBe(days)
})

test('months start on their first day; the first and the last may be shorter', () => {
	expect(toBars(period('2026-02-25', 190), new Map()).map(({ since, days }) => [since, days])).toEqual([
		['2026-02-25', 4],
		['2026-03-01', 31],
		['2026-04-01', 30],
		['2026-05-01', 31],
		['2026-06-01', 30],
		['2026-07-01', 31],
		['2026-08-01', 31],
		['2026-09-01', 2],
	])
})

test('a previous period has the same number of bars, and its last bar takes the rest', () => {
	const amounts = new Map([
		['2026-01-01', 1],
		['2026-01-28', 2],
		['2026-01-31', 4],
	])
	const before = toBars(period('2026-01-01', 31), amounts, period('2026-02-01', 28))
	expect([before.length, before[0]?.amount, before.at(-1)]).toEqual([28, 1, { since: '2026-01-28', days: 4, amount: 6 }])
	const shorter = toBars(period('2026-02-01', 28), new Map([['2026-02-28', 8]]), period('2026-03-01', 31))
	expect([shorter.length, shorter[27]?.amount, shorter[28]?.days, shorter[30]?.days]).toEqual([31, 8, 1, 0])
})

test('each amount falls into its day’s bar, across the end of February; other days are left out', () => {
	const amounts = new Map([
		['2026-02-24', 1],
		['2026-02-25', 2],
		['2026-03-01', 4],
		['2026-05-28', 8],
		['2026-05-29', 16],
	])
	expect(toBars(period('2026-02-25', 93), amounts).filter(({ amount }) => amount > 0)).toEqual([
		{ since: '2026-02-25', days: 7, amount: 6 },
		{ since: '2026-05-27', days: 2, amount: 8 },
	])
})
