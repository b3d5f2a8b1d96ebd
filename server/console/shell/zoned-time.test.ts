import { expect, test } from 'vitest'

import { readZonedTime } from './zoned-time.ts'

test.each([
	['2026-11-23T09:30', '2026-11-23T14:30:00.000Z'],
	['2026-07-01T00:00', '2026-07-01T04:00:00.000Z'],
	['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
	['2026-03-08T02:30', undefined],
	['2026-02-30T10:00', undefined],
	['2026-11-23T24:00', undefined],
	['2026-11-23T09:60', undefined],
	['2026-11-23', undefined],
	['', undefined],
])('%s in New York is %s', (text, expected) => {
	expect(readZonedTime(text, 'America/New_York')?.toISOString()).toBe(expected)
})
