import { expect, test } from 'vitest'

import { isRecord, isNonNegativeInteger } from './read-json.ts'

test.each([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
	[0, false],
])('%j is an object: %s', (raw, is) => {
	expect(isRecord(raw)).toBe(is)
})

test.each([
	[0, true],
	[Number.MAX_SAFE_INTEGER, true],
	[-1, false],
	[1.5, false],
	[Number.MAX_SAFE_INTEGER + 1, false],
	[Number.NaN, false],
	['0', false],
	[null, false],
])('%j is a timestamp: %s', (raw, is) => {
	expect(isNonNegativeInteger(raw)).toBe(is)
})
