import { expect, test } from 'vitest'

import { plannedEveningOn, nextEvening, nextReminder } from './next-evening.ts'
import type { Pledge, Weekday } from './pledge.ts'

const pledge = (zone: string, minuteOfDay: number, ...evenings: Weekday[]): Pledge => ({ evenings, minuteOfDay, zone, weeklyGoal: 3 })
const HALF_PAST_SEVEN = 19 * 60 + 30
const iso = (ms: number) => new Date(ms).toISOString()
const at = (text: string) => Date.parse(text)

// 2026-11-23 is a Monday.
test.each([
	['a minute before it begins', '2026-11-23T18:29:00Z', '2026-11-23T18:30:00.000Z'],
	['a millisecond before', '2026-11-23T18:29:59.999Z', '2026-11-23T18:30:00.000Z'],
	['when it begins', '2026-11-23T18:30:00Z', '2026-11-25T18:30:00.000Z'],
	['on the day between', '2026-11-24T12:00:00Z', '2026-11-25T18:30:00.000Z'],
	['after the last of the week', '2026-11-25T18:30:00Z', '2026-11-30T18:30:00.000Z'],
	['before local midnight, after midnight UTC', '2026-11-22T23:30:00Z', '2026-11-23T18:30:00.000Z'],
])('Monday and Wednesday, 19:30 in Berlin, %s', (_when, now, next) => {
	expect(iso(nextEvening(pledge('Europe/Berlin', HALF_PAST_SEVEN, 'MO', 'WE'), at(now)).startsAtMs)).toBe(next)
})

// Daylight saving changes: Berlin 2026-03-29 and 2026-10-25, New York 2026-03-08 and 2026-11-01, Sydney 2026-04-05 and
// 2026-10-04. Lord Howe shifts by half an hour.
test.each([
	['Europe/Berlin', 'SA', '2026-03-27T00:00:00Z', '2026-03-28T18:30:00.000Z'],
	['Europe/Berlin', 'SU', '2026-03-28T20:00:00Z', '2026-03-29T17:30:00.000Z'],
	['Europe/Berlin', 'SA', '2026-10-23T00:00:00Z', '2026-10-24T17:30:00.000Z'],
	['Europe/Berlin', 'SU', '2026-10-24T20:00:00Z', '2026-10-25T18:30:00.000Z'],
	['America/New_York', 'SA', '2026-03-06T00:00:00Z', '2026-03-08T00:30:00.000Z'],
	['America/New_York', 'SU', '2026-03-08T02:00:00Z', '2026-03-08T23:30:00.000Z'],
	['America/New_York', 'SU', '2026-11-01T03:00:00Z', '2026-11-02T00:30:00.000Z'],
	['Australia/Sydney', 'SU', '2026-04-04T20:00:00Z', '2026-04-05T09:30:00.000Z'],
	['Australia/Sydney', 'SU', '2026-10-03T20:00:00Z', '2026-10-04T08:30:00.000Z'],
	['Australia/Lord_Howe', 'SU', '2026-10-03T20:00:00Z', '2026-10-04T08:30:00.000Z'],
	['Asia/Kathmandu', 'TU', '2026-11-24T00:00:00Z', '2026-11-24T13:45:00.000Z'],
	['Pacific/Kiritimati', 'MO', '2026-11-22T20:00:00Z', '2026-11-23T05:30:00.000Z'],
	['Pacific/Pago_Pago', 'MO', '2026-11-23T08:00:00Z', '2026-11-24T06:30:00.000Z'],
	['UTC', 'MO', '2026-11-23T08:00:00Z', '2026-11-23T19:30:00.000Z'],
] as const)('half past seven in %s stays the same across DST: %s after %s', (zone, weekday, now, next) => {
	expect(iso(nextEvening(pledge(zone, HALF_PAST_SEVEN, weekday), at(now)).startsAtMs)).toBe(next)
})

test('a year of evenings has the same local time, once a week', () => {
	for (const zone of ['Europe/Berlin', 'America/Santiago', 'Africa/Casablanca', 'Australia/Lord_Howe']) {
		const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
		let nowMs = at('2026-01-01T00:00:00Z')
		for (let week = 0; week < 53; week += 1) {
			const { startsAtMs } = nextEvening(pledge(zone, HALF_PAST_SEVEN, 'TH'), nowMs)
			expect([zone, shown.format(startsAtMs)]).toEqual([zone, 'Thu 19:30'])
			expect(startsAtMs - nowMs).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000)
			nowMs = startsAtMs
		}
	}
})

test.each([
	['an hour before', HALF_PAST_SEVEN, '2026-11-23T17:29:59Z', '2026-11-23T17:30:00.000Z'],
	['not on an evening whose reminder has passed', HALF_PAST_SEVEN, '2026-11-23T17:30:00Z', '2026-11-30T17:30:00.000Z'],
	['a quarter to nine at the latest', 23 * 60 + 45, '2026-11-23T12:00:00Z', '2026-11-23T19:45:00.000Z'],
	['eight in the morning for the earliest time', 9 * 60, '2026-11-23T06:00:00Z', '2026-11-23T07:00:00.000Z'],
	['also where the hour is the latest allowed', 21 * 60 + 45, '2026-11-23T12:00:00Z', '2026-11-23T19:45:00.000Z'],
	['and a minute after it', 21 * 60 + 46, '2026-11-23T12:00:00Z', '2026-11-23T19:45:00.000Z'],
])('a reminder is due %s', (_what, minuteOfDay, now, reminder) => {
	expect(iso(nextReminder(pledge('Europe/Berlin', minuteOfDay, 'MO'), at(now)).remindsAtMs)).toBe(reminder)
})

test.each([
	['until it begins', HALF_PAST_SEVEN, '2026-11-23T18:30:00.000Z'],
	['until it begins at nine', 21 * 60, '2026-11-23T20:00:00.000Z'],
	['until nine, a minute later', 21 * 60 + 1, '2026-11-23T20:00:00.000Z'],
	['until nine for the latest time', 23 * 60 + 45, '2026-11-23T20:00:00.000Z'],
])('a reminder may be sent %s', (_what, minuteOfDay, until) => {
	expect(iso(nextEvening(pledge('Europe/Berlin', minuteOfDay, 'MO'), at('2026-11-23T06:00:00Z')).sendsUntilMs)).toBe(until)
})

test('an evening is found by its day in every zone, and an unplanned day has none', () => {
	for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'])
		expect([
			plannedEveningOn(pledge(zone, HALF_PAST_SEVEN, 'MO'), '2026-11-23')?.day,
			plannedEveningOn(pledge(zone, 0, 'MO'), '2026-11-24'),
		]).toEqual(['2026-11-23', null])
})

test('a pledge without an evening has no next one', () => {
	expect(() => nextEvening(pledge('UTC', 600), 0)).toThrow('a pledge without an evening has no next one')
})
