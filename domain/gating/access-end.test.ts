import { expect, test } from 'vitest'

import { latestEnd } from './access-end.ts'

const BEFORE = new Date('2026-12-31T22:59:59.999Z')
const END = new Date('2026-12-31T23:00:00Z')
const AFTER = new Date('2026-12-31T23:00:00.001Z')

test.each([
	{ what: 'a purchase without an end', ends: [null], expected: null },
	{ what: 'access that ends', ends: [END], expected: END },
	{ what: 'a second purchase that ends a moment earlier doesn’t shorten it', ends: [END, BEFORE], expected: END },
	{ what: 'a second purchase that ends at the same moment changes nothing', ends: [END, END], expected: END },
	{ what: 'a second purchase that ends a moment later extends it', ends: [END, AFTER], expected: AFTER },
	{ what: 'a purchase without an end replaces one with an end', ends: [END, null], expected: null },
	{ what: 'access that ends doesn’t limit a purchase without an end', ends: [null, AFTER], expected: null },
	{ what: 'no access', ends: [], expected: null },
])('$what', ({ ends, expected }) => {
	expect(latestEnd(ends)).toEqual(expected)
})
