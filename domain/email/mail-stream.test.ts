import { expect, test } from 'vitest'

import { isSuppressed, NEEDS_SUBSCRIPTION, toMailStream } from './mail-stream.ts'

test.each([
	['newsletter.article', 'newsletter'],
	['newsletter.confirm', 'newsletter'],
	['leads.module-open', 'newsletter'],
	['leads.early-access', 'transactional'],
	['newsletters', 'transactional'],
	['order.newsletter.', 'transactional'],
	['order.receipt', 'transactional'],
])('%s belongs to the stream %s', (template, stream) => {
	expect(toMailStream(template)).toBe(stream)
})

test.each([
	['hard-bounce', 'newsletter', true],
	['hard-bounce', 'transactional', true],
	['complaint', 'newsletter', true],
	['complaint', 'transactional', false],
] as const)('after a %s, a mail of the stream %s is held back: %s', (reason, stream, expected) => {
	expect(isSuppressed(reason, stream)).toBe(expected)
})

test('exactly the mails that are only for subscribers need a subscription', () => {
	expect(NEEDS_SUBSCRIPTION).toEqual(new Set(['newsletter.article', 'newsletter.letter', 'newsletter.welcome']))
})
