import { expect, test } from 'vitest'

import { STORAGE_QUOTAS, fitsQuota, isNearlyFull } from './storage-quotas.ts'

test('storage quotas of an account add up to two megabytes', () => {
	expect(Object.values(STORAGE_QUOTAS).reduce<number>((sum, bytes) => sum + bytes, 0)).toBe(2_000_000)
})

test.each([
	['the last byte', 100, 1, true],
	['one byte more', 101, 1, false],
	['no growth in a quota already exceeded', 150, 0, true],
	['shrinking in a quota already exceeded', 150, -1, true],
])('%s: used %d, growth %d', (_, used, growth, expected) => {
	expect(fitsQuota({ used, limit: 100 }, growth)).toBe(expected)
})

test.each([
	[79, false],
	[80, true],
	[150, true],
])('%d of 100 bytes are nearly full: %s', (used, expected) => {
	expect(isNearlyFull({ used, limit: 100 })).toBe(expected)
})
