import { expect, test } from 'vitest'

import { toBars } from './bars.ts'

const period = (since: string, days: number) => ({
	since: new Date(`${since}T00:00:00Z`),
	until: new Date(Date.parse(`${since}T00:00:00Z`) + days * 86_400_000),
})

test.each([
	{ days: 7, bars: 7, last: 1 },
	{ days: 92, bars: 92, last: 1 },
	{ days: 93, bars: 14, last: 2 },
	{ days: 365, bars: 53, last: 1 },
])('$days days are shown as $bars bars, the last with $last', ({ days, bars, last }) => {
	const made = toBars(period('2026-02-25', days), new Map())
	expect([made.length, made.at(-1)?.days]).toEqual([bars, last])
	expect(made.reduce((sum, bar) => sum + bar.days, 0)).toBe(days)
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
