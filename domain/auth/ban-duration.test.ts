import { expect, test } from 'vitest'

import { parseBanDuration } from './ban-duration.ts'

test('only durations in Go’s format are parsed', () => {
	const table: [string, number | null][] = [
		['24h', 86_400_000],
		['1h30m', 5_400_000],
		['1.5s', 1500],
		['300ms', 300],
		['1.25h', 4_500_000],
		['1ms', 1],
		['999us', null],
		['999999ns', null],
		['1000µs', 1],
		['none', 0],
		['876600h', 876_600 * 3_600_000],
		['876601h', null],
		['0h', null],
		['', null],
		['24', null],
		['-1h', null],
		['1h ', null],
		['x1h', null],
		['1h, 2m', null],
		['1d', null],
	]
	expect(table.map(([text]) => [text, parseBanDuration(text)])).toEqual(table)
})
