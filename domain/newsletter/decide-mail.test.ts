import { expect, test } from 'vitest'

import { decideMail, MAILS_PER_DAY, MS_BETWEEN_MAILS } from './decide-mail.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)
const HOUR = 3_600_000

test.each([
	{ status: 'pending', expected: { send: 'confirmation' } },
	{ status: 'unsubscribed', expected: { send: 'confirmation' } },
	{ status: 'confirmed', expected: { send: 'reminder' } },
	{ status: 'suppressed', expected: { send: null, reason: 'suppressed' } },
] as const)('the first request of a $status address', ({ status, expected }) => {
	expect(decideMail(status, [], NOW)).toEqual(expected)
})

test.each([
	{ what: 'just below the minimum interval', sentAt: [before(MS_BETWEEN_MAILS - 1)], expected: { send: null, reason: 'too-soon' } },
	{ what: 'exactly at the minimum interval', sentAt: [before(MS_BETWEEN_MAILS)], expected: { send: 'confirmation' } },
	{
		what: 'one mail below the daily limit',
		sentAt: Array.from({ length: MAILS_PER_DAY - 1 }, (_, index) => before((index + 1) * HOUR)),
		expected: { send: 'confirmation' },
	},
	{
		what: 'at the daily limit',
		sentAt: Array.from({ length: MAILS_PER_DAY }, (_, index) => before((index + 1) * HOUR)),
		expected: { send: null, reason: 'too-many' },
	},
	{
		what: 'when the oldest of them is exactly a day old',
		sentAt: [...Array.from({ length: MAILS_PER_DAY - 1 }, (_, index) => before((index + 1) * HOUR)), before(24 * HOUR)],
		expected: { send: 'confirmation' },
	},
] as const)('a repeated request $what', ({ sentAt, expected }) => {
	expect(decideMail('pending', sentAt, NOW)).toEqual(expected)
})
