import { expect, test } from 'vitest'

import { formatMinutes } from './format-minutes.ts'

test.each([
	[Number.NaN, 'nothing'],
	[0, 'nothing'],
	[1, 'about 5 minutes'],
	[12, 'about 10 minutes'],
	[57, 'about 55 minutes'],
	[58, 'about an hour'],
	[75, 'about 1.5 hours'],
	[90, 'about 1.5 hours'],
	[2070, 'about 34.5 hours'],
])('%d minutes are formatted as %s', (minutes, words) => {
	expect(formatMinutes(minutes)).toBe(words)
})
