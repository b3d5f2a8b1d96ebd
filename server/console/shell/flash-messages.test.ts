import { expect, test } from 'vitest'

import { findNotice } from './flash-messages.ts'

test.each([
	['ticket-answered', 'Answer sent.', 'Saved to the sandbox outbox; no mail provider is set up.'],
	[
		'access-given',
		'Access granted. We emailed the learner.',
		'Access granted. Email saved to the sandbox outbox; no mail provider is set up.',
	],
	['view-saved', 'View saved.', 'View saved.'],
	['unknown', null, null],
	[null, null, null],
])('after %s, with a mail provider: %s; without: %s', (word, delivered, kept) => {
	expect([findNotice(word, { isMailSandbox: false }), findNotice(word, { isMailSandbox: true })]).toEqual([delivered, kept])
})
