import { expect, test } from 'vitest'

import { readByteRange } from './byte-range.ts'

test.each([
	[null, null],
	['bytes=0-', { first: 0, last: 99 }],
	['bytes=10-19', { first: 10, last: 19 }],
	['bytes=90-500', { first: 90, last: 99 }],
	['bytes=99-99', { first: 99, last: 99 }],
	['bytes=-5', { first: 95, last: 99 }],
	['bytes=-500', { first: 0, last: 99 }],
	['bytes=100-', 'unsatisfiable'],
	['bytes=-0', 'unsatisfiable'],
	['bytes=20-10', null],
	['bytes=0-1,5-6', null],
	['bytes=-', null],
	['items=0-1', null],
	['bytes=a-b', null],
])('range %s of 100 bytes', (header, expected) => {
	expect(readByteRange(header, 100)).toEqual(expected)
})
