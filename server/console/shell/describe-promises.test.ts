import { expect, test } from 'vitest'

import { describePromises } from './describe-promises.ts'

test('while open tickets still have time, no figure is shown, and the sentence does not claim that no one wrote', () => {
	const none = { due: 0, kept: 0, waiting: 0, medianMs: null }
	expect(describePromises({ ...none, waiting: 2 })).toBe('No message is overdue.')
	expect(describePromises(none)).toBe('No messages were answered or overdue in the last 90 days.')
	expect(describePromises({ due: 3, kept: 2, waiting: 1, medianMs: 120_000 })).toBe(
		'Answered on time in the last 90 days: 66% (2 of 3). Half of the answers came within 2 min.',
	)
})
