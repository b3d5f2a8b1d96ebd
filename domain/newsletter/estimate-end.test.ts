import { expect, test } from 'vitest'

import { estimateEnd, type SendingPlan } from './estimate-end.ts'

const BASE: SendingPlan = {
	left: 36_000,
	perHour: 36_000,
	today: Infinity,
	perDay: Infinity,
	hours: { first: 8, last: 20 },
	zone: 'America/New_York',
}

test.each<[string, Partial<SendingPlan>, string, string | null]>([
	['an hour at ten a second', {}, '2026-11-20T15:00:00Z', '2026-11-20T16:00:00.000Z'],
	['nothing left', { left: 0 }, '2026-11-20T15:00:00Z', '2026-11-20T15:00:00.000Z'],
	['before the first hour', {}, '2026-11-20T11:00:00Z', '2026-11-20T14:00:00.000Z'],
	['at night', {}, '2026-11-21T02:00:00Z', '2026-11-21T14:00:00.000Z'],
	['half of it before night', {}, '2026-11-21T00:30:00Z', '2026-11-21T13:30:00.000Z'],
	['a million at 100 a second', { left: 1_000_000, perHour: 360_000 }, '2026-11-20T13:00:00Z', '2026-11-20T15:46:40.000Z'],
	['a million at the careful rate', { left: 1_000_000, perHour: 3000 }, '2026-11-20T13:00:00Z', '2026-12-17T22:20:00.000Z'],
	['a daily limit', { left: 25_000, perDay: 10_000, today: 4000 }, '2026-11-20T15:00:00Z', '2026-11-23T13:01:40.000Z'],
	['a used-up daily limit', { left: 100, today: 0 }, '2026-11-20T15:00:00Z', '2026-11-21T13:00:10.000Z'],
	['the end of daylight saving', {}, '2026-11-01T03:00:00Z', '2026-11-01T14:00:00.000Z'],
	['more than a year', { left: 100_000, today: 100, perDay: 100 }, '2026-11-20T15:00:00Z', null],
])('%s', (_, changed, now, end) => {
	const at = estimateEnd({ ...BASE, ...changed }, Date.parse(now))
	expect(at === null ? null : new Date(at).toISOString()).toBe(end)
})
