import { expect, test } from 'vitest'

import { contactDueAt, readCategory } from './categories.ts'

const dueAt = (...[category, arrived]: [Parameters<typeof contactDueAt>[0], string]) =>
	new Date(contactDueAt(category, Date.parse(arrived))).toISOString()

test.each([
	{ arrived: '2026-11-16T10:00:00-05:00', due: '2026-11-23T18:00:00-05:00', why: 'a Monday: the weekend does not count' },
	{ arrived: '2026-11-16T23:59:00-05:00', due: '2026-11-23T18:00:00-05:00', why: 'late on that Monday' },
	{ arrived: '2026-11-21T12:00:00-05:00', due: '2026-11-27T18:00:00-05:00', why: 'a Saturday, though support is open' },
	{ arrived: '2026-11-22T12:00:00-05:00', due: '2026-11-27T18:00:00-05:00', why: 'a Sunday' },
	{ arrived: '2026-10-30T12:00:00-04:00', due: '2026-11-06T18:00:00-05:00', why: 'over the end of DST' },
	{ arrived: '2026-03-06T12:00:00-05:00', due: '2026-03-13T18:00:00-04:00', why: 'over the start of DST' },
])('a terms inquiry is due after five business days: $why', ({ arrived, due }) => {
	expect(dueAt('terms', arrived)).toBe(new Date(due).toISOString())
})

test('a privacy request is due after 30 days, a guardian’s consent within 24 support hours like other messages', () => {
	expect(dueAt('privacy', '2026-11-21T12:00:00Z')).toBe('2026-12-21T12:00:00.000Z')
	const arrived = '2026-11-16T10:00:00-05:00'
	expect([dueAt('general', arrived), dueAt('guardian', arrived)]).toEqual(Array(2).fill('2026-11-18T21:00:00.000Z'))
})

test('a URL can name a category; anything else is a general message', () => {
	expect(['terms', 'privacy', 'guardian', 'refund', '', null].map(readCategory)).toEqual([
		'terms',
		'privacy',
		'guardian',
		'general',
		'general',
		'general',
	])
})
