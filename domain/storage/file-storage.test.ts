import { expect, test } from 'vitest'

import { checkFileStorage, crossesHalfOfLimit, hourlyBytes } from './file-storage.ts'

const MB = 1_000_000

test.each([
	{ stored: 0, lastHour: 0, bytes: 5 * MB, verdict: 'ok' },
	{ stored: 995 * MB, lastHour: 0, bytes: 5 * MB, verdict: 'ok' },
	{ stored: 995 * MB, lastHour: 0, bytes: 5 * MB + 1, verdict: 'full' },
	{ stored: 500 * MB, lastHour: 95 * MB, bytes: 5 * MB, verdict: 'ok' },
	{ stored: 500 * MB, lastHour: 95 * MB, bytes: 5 * MB + 1, verdict: 'busy' },
	{ stored: 999 * MB, lastHour: 100 * MB, bytes: 5 * MB, verdict: 'full' },
])('$bytes bytes more than $stored, $lastHour of them in the last hour: $verdict', ({ stored, lastHour, bytes, verdict }) => {
	expect(checkFileStorage(1000 * MB, { stored, lastHour }, bytes)).toBe(verdict)
})

test('an hour accepts a tenth of the space, but at least two of the largest files', () => {
	expect([1000 * MB, 100 * MB, 20 * MB].map(hourlyBytes)).toEqual([100 * MB, 10 * MB, 10 * MB])
})

test('exactly one file crosses the halfway mark', () => {
	const crossed = [0, 4, 5, 6, 10].filter((stored) => crossesHalfOfLimit(10, stored, 1))
	expect(crossed).toEqual([5])
})
