import fc from 'fast-check'
import { expect, test } from 'vitest'

import { localClock, localDay } from '#domain/clock/local-clock.ts'

import { sellerDay } from './seller-day.ts'

const FROM = Date.parse('2026-01-01T00:00:00Z')
const UNTIL = Date.parse('2028-01-01T00:00:00Z')

test('a cached time zone offset never gives another day', () => {
	const zones = ['UTC', 'Europe/Berlin', 'America/Asuncion', 'Africa/Cairo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
	const moment = fc.integer({ min: FROM, max: UNTIL })
	fc.assert(
		fc.property(fc.constantFrom(...zones), moment, fc.integer({ min: 0, max: 1_800_000 }), (timeZone, atMs, step) => {
			for (const each of [atMs, atMs + step, atMs]) expect(sellerDay({ timeZone }, each)).toBe(localDay(localClock(timeZone), each))
		}),
		{ numRuns: 300 },
	)
})
