import { expect, test } from 'vitest'

import { formatNumber, nextNumber } from './next-number.ts'

const at = (iso: string) => Date.parse(iso)
const state = { year: 2026, lastNumber: 41, lastIssuedAtMs: at('2026-12-31T23:59:59.000Z') }

const BERLIN = 'Europe/Berlin'
const HONOLULU = 'Pacific/Honolulu'

test.each([
	{ why: 'a number follows the last one of the year', now: '2026-12-31T23:59:59.999Z', number: 'INV-2026-00042' },
	{ why: 'a new year begins at 1', now: '2027-01-01T00:00:00.000Z', number: 'INV-2027-00001' },
	{ why: 'a new year begins in the seller’s time zone', now: '2026-12-31T23:59:59.999Z', timeZone: BERLIN, number: 'INV-2027-00001' },
	{ why: 'the old year ends in the seller’s time zone', now: '2027-01-01T09:59:59.999Z', timeZone: HONOLULU, number: 'INV-2026-00042' },
	{ why: 'a clock set back by a year keeps the series', now: '2025-06-01T00:00:00.000Z', number: 'INV-2026-00042' },
])('$why', ({ now, number, timeZone }) => {
	const next = nextNumber(state, at(now), { timeZone })
	expect(formatNumber('INV', next)).toBe(number)
	expect(next.lastIssuedAtMs).toBe(Math.max(at(now), state.lastIssuedAtMs))
})

test('a seller moving west at New Year doesn’t return to the old year’s numbers', () => {
	const first = nextNumber(state, at('2026-12-31T23:30:00Z'), { timeZone: BERLIN })
	expect(formatNumber('INV', nextNumber(first, at('2026-12-31T23:40:00Z'), { timeZone: HONOLULU }))).toBe('INV-2027-00002')
})

test('a series starts at 1, and numbers can exceed five digits', () => {
	expect(formatNumber('INV', nextNumber({ year: 0, lastNumber: 0, lastIssuedAtMs: 0 }, at('2026-11-23T00:00:00Z'), {}))).toBe(
		'INV-2026-00001',
	)
	expect(formatNumber('INV', { year: 2026, lastNumber: 123_456, lastIssuedAtMs: 0 })).toBe('INV-2026-123456')
})
