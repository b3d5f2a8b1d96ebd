import { expect, test } from 'vitest'

import { describeReplyStatistics } from './describe-reply-statistics.ts'

test('while open tickets still have time, no figure is shown, and the sentence does not claim that no one wrote', () => {
	const none = { due: 0, kept: 0, waiting: 0, medianMs: null }
	expect(describeReplyStatistics({ ...none, waiting: 2 })).toBe('No message is overdue.')
	expect(describeReplyStatistics(none)).toBe('No messages were answered or overdue in the last 90 days.')
	expect(describeReplyStatistics({ due: 3, kept: 2, waiting: 1, medianMs: 120_000 })).toBe(
		'Answered on time in the last 90 days: 66% (2 of 3). Half of the answers came within 2 min.',
	)
})
