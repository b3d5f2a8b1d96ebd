import { expect, test } from 'vitest'

import { toDiscount } from './find-discount.ts'

const [early, late] = [new Date('2026-03-01'), new Date('2026-04-01')]

test.each([
	{ expires: null, ended: null, end: null },
	{ expires: late, ended: null, end: late },
	{ expires: null, ended: early, end: early },
	{ expires: late, ended: early, end: early },
	{ expires: early, ended: late, end: early },
])('a coupon that expires $expires and was ended $ended is valid until $end', ({ expires, ended, end }) => {
	const row = {
		code: 'SPRING',
		percent: 10,
		amount_off_cents: null,
		offer_codes: [],
		starts_at: null,
		total_limit: null,
		per_email_limit: null,
	}
	const times = { expires_at: expires, ended_at: ended, created_at: early, updated_at: early, changed_at: early }
	expect(toDiscount({ ...row, ...times }).expiresAt).toEqual(end)
})
