import { expect, test } from 'vitest'

import { isTimeZone, localClock, localDay, localTimeToMs } from './local-clock.ts'

test.each([
	['Europe/Berlin', true],
	['America/Argentina/Buenos_Aires', true],
	['Etc/GMT+5', true],
	['UTC', true],
	['US/Eastern', true],
	['Mars/Olympus', false],
	['+02:00', false],
	['GMT+2', false],
	['', false],
	[' Europe/Berlin', false],
	['Europe/Berlin\r\nX-EVIL:1', false],
	['Europe/Berlin;X=1', false],
	['../etc/localtime', false],
	['Europe/'.repeat(20_000), false],
	['a'.repeat(100_000), false],
])('%j is a time zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected))

// 2026-03-29: Berlin goes from 1:59 to 3:00. 2026-10-25: from 2:59 back to 2:00.
test.each([
	['Europe/Berlin', '2026-03-29', 119, '2026-03-29T00:59:00.000Z'],
	['Europe/Berlin', '2026-03-29', 120, '2026-03-29T01:00:00.000Z'],
	['Europe/Berlin', '2026-03-29', 150, '2026-03-29T01:30:00.000Z'],
	['Europe/Berlin', '2026-03-29', 180, '2026-03-29T01:00:00.000Z'],
	['Europe/Berlin', '2026-10-25', 119, '2026-10-24T23:59:00.000Z'],
	['Europe/Berlin', '2026-10-25', 120, '2026-10-25T00:00:00.000Z'],
	['Europe/Berlin', '2026-10-25', 179, '2026-10-25T00:59:00.000Z'],
	['Europe/Berlin', '2026-10-25', 180, '2026-10-25T02:00:00.000Z'],
	['America/New_York', '2026-03-08', 150, '2026-03-08T07:30:00.000Z'],
	['America/New_York', '2026-11-01', 90, '2026-11-01T05:30:00.000Z'],
	['Asia/Kolkata', '2026-11-23', 0, '2026-11-22T18:30:00.000Z'],
])('%s, %s at minute %i', (zone, day, minuteOfDay, expected) => {
	expect(new Date(localTimeToMs(localClock(zone), day, minuteOfDay)).toISOString()).toBe(expected)
})

test.each([
	['Pacific/Kiritimati', '2026-11-22T10:00:00Z', '2026-11-23'],
	['Pacific/Kiritimati', '2026-11-22T09:59:59Z', '2026-11-22'],
	['Pacific/Pago_Pago', '2026-11-23T10:59:59Z', '2026-11-22'],
	['Pacific/Pago_Pago', '2026-11-23T11:00:00Z', '2026-11-23'],
])('in %s at %s the local day is %s', (zone, moment, day) => expect(localDay(localClock(zone), Date.parse(moment))).toBe(day))
