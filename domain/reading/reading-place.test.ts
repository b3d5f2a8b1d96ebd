import { expect, test } from 'vitest'

import { countsAsRead, parseReadingPlace } from './reading-place.ts'

test.each([
	{ raw: { block: 0, of: 1, seconds: 0 }, is: true },
	{ raw: { block: 1999, of: 2000, seconds: 9000 }, is: true },
	{ raw: { block: 1, of: 1, seconds: 0 }, is: false },
	{ raw: { block: 0, of: 0, seconds: 0 }, is: false },
	{ raw: { block: 0, of: 2001, seconds: 0 }, is: false },
	{ raw: { block: -1, of: 5, seconds: 0 }, is: false },
	{ raw: { block: 0.5, of: 5, seconds: 0 }, is: false },
	{ raw: { block: 0, of: 5, seconds: Number.NaN }, is: false },
	{ raw: { block: '0', of: 5, seconds: 0 }, is: false },
	{ raw: { block: 0, of: 5, seconds: 0, note: 'x' }, is: false },
	{ raw: undefined, is: false },
])('$raw is a valid reading place: $is', ({ raw, is }) => {
	expect(parseReadingPlace(raw)).toEqual(is ? raw : null)
})

test.each([
	{ words: 2200, seconds: 200, isRead: true },
	{ words: 2200, seconds: 199, isRead: false },
	{ words: 0, seconds: 0, isRead: true },
])('$words words after $seconds seconds count as read: $isRead', ({ words, seconds, isRead }) => {
	expect(countsAsRead({ words, seconds })).toBe(isRead)
})
