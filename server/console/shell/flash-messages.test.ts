import { expect, test } from 'vitest'

import { findNotice } from './flash-messages.ts'

test.each([
	['ticket-answered', 'Answer sent.', 'Answer sent (sandbox: it’s in the outbox, not in a mailbox).'],
	[
		'access-given',
		'Access granted. We emailed the learner.',
		'Access granted. We emailed the learner (sandbox: it’s in the outbox, not in a mailbox).',
	],
	['view-saved', 'View saved.', 'View saved.'],
	['unknown', null, null],
	[null, null, null],
])('the notice after %s is, with a mail provider, %s; without: %s', (word, delivered, kept) => {
	expect([findNotice(word, { isMailSandbox: false }), findNotice(word, { isMailSandbox: true })]).toEqual([delivered, kept])
})
