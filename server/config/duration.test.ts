import { expect, test } from 'vitest'

import { parseDuration } from './duration.ts'

test.each([
	['1s', 1000],
	['60', 60_000],
	['0', 0],
	['0s', 0],
	['500ms', 500],
	['1h30m', 5_400_000],
	['1.5h', 5_400_000],
	['720h', 2_592_000_000],
	['1m1s1ms', 61_001],
	['', null],
	['s', null],
	['-1s', null],
	['1 s', null],
	['1d', null],
	['1h30', null],
	['1e3s', null],
	['.5s', null],
	['soon', null],
])('%j is %j ms', (text, ms) => {
	expect(parseDuration(text)).toBe(ms)
})
