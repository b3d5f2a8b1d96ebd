import { expect, test } from 'vitest'

import { nextSendingTime } from './next-sending-time.ts'

const HOURS = { first: 8, last: 20 }

test.each([
	// New York is at UTC-5; clocks go forward on March 14, 2027, and back on November 7, 2027.
	['2026-11-28T17:30:00Z', '2026-11-28T17:30:00Z'],
	['2026-11-28T13:00:00Z', '2026-11-28T13:00:00Z'],
	['2026-11-28T12:59:59Z', '2026-11-28T13:00:00Z'],
	['2026-11-29T00:59:59Z', '2026-11-29T00:59:59Z'],
	['2026-11-29T01:00:00Z', '2026-11-29T13:00:00Z'],
	['2026-11-29T04:16:00Z', '2026-11-29T13:00:00Z'],
	['2027-03-14T03:00:00Z', '2027-03-14T12:00:00Z'],
	['2027-11-07T02:00:00Z', '2027-11-07T13:00:00Z'],
	['2027-01-01T01:00:00Z', '2027-01-01T13:00:00Z'],
])('due at %s in New York, an email goes out at %s', (due, sent) => {
	expect(new Date(nextSendingTime({ hours: HOURS, zone: 'America/New_York' }, Date.parse(due)))).toEqual(new Date(sent))
})
