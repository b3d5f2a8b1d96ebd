import { expect, test } from 'vitest'

import { formatDueQuestions } from './format-due.ts'

test.each([
	[1, '1 question is due, about 1 minute'],
	[4, '4 questions are due, about 2 minutes'],
	[12, '12 questions are due, about 5 minutes'],
	[30, '30 questions are due, about 5 minutes'],
])('%i due', (count, words) => {
	expect(formatDueQuestions(count)).toBe(words)
})
