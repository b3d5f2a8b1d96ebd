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
])('%s belongs to stream %s', (template, stream) => {
	expect(toMailStream(template)).toBe(stream)
})

test.each([
	['hard-bounce', 'newsletter', true],
	['hard-bounce', 'transactional', true],
	['complaint', 'newsletter', true],
	['complaint', 'transactional', false],
] as const)('after a %s, mail of stream %s is suppressed: %s', (reason, stream, expected) => {
	expect(isSuppressed(reason, stream)).toBe(expected)
})

test('exactly the subscriber mails need a subscription', () => {
	expect(NEEDS_SUBSCRIPTION).toEqual(new Set(['newsletter.article', 'newsletter.letter', 'newsletter.welcome']))
})
