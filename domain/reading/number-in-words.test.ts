import { expect, test } from 'vitest'

import { numberInWords } from './number-in-words.ts'

test.each([
	{ count: 0, words: 'zero' },
	{ count: 1, words: 'one' },
	{ count: 6, words: 'six' },
	{ count: 12, words: 'twelve' },
	{ count: 13, words: '13' },
	{ count: 2.5, words: '2.5' },
])('$count is written $words', ({ count, words }) => {
	expect(numberInWords(count)).toBe(words)
})
