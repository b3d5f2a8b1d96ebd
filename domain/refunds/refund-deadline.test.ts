import { expect, test } from 'vitest'

import { refundDeadline } from './refund-deadline.ts'

test.each([
	{ paid: '2026-11-20T00:00:00.000Z', until: '2026-12-21T00:00:00.000Z' },
	{ paid: '2026-11-20T23:59:59.999Z', until: '2026-12-21T00:00:00.000Z' },
	{ paid: '2028-01-30T12:00:00.000Z', until: '2028-03-01T00:00:00.000Z' },
])('a payment of $paid can be refunded before $until', ({ paid, until }) => {
	expect(new Date(refundDeadline(Date.parse(paid), 30)).toISOString()).toBe(until)
})
