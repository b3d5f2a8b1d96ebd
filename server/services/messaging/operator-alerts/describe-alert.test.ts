import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'

import { describeAlert } from './alert-mails.ts'

// The sample academy's time zone is New York.
test.each([
	{ value: '2026-12-01', shown: 'December 1, 2026' },
	{ value: '2026-12-01T04:30:00.000Z', shown: 'November 30, 2026 at 11:30 PM EST' },
	{ value: 'December 5, 2026 at 11:59 PM UTC', shown: 'December 5, 2026 at 6:59 PM EST' },
	{ value: '9 of 30', shown: '9 of 30' },
])('the fact $value is shown as $shown', ({ value, shown }) => {
	expect(describeAlert(loadedContent, 'certificate_key_ends', { ends: value }).facts[0]?.value).toBe(shown)
})

test('an answer that is due on a day is due at its end', () => {
	const due = (answerBefore: string) => describeAlert(loadedContent, 'privacy_request_waiting', { answerBefore }).dueAt?.toISOString()
	expect(due('2026-12-01')).toBe('2026-12-01T23:59:59.000Z')
	expect(due('2026-12-01T04:30:00.000Z')).toBe('2026-12-01T04:30:00.000Z')
	expect(due('no response is required')).toBeUndefined()
})
