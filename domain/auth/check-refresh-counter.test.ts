import { expect, test } from 'vitest'

import { checkRefreshCounter } from './check-refresh-counter.ts'

const REFRESHED = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(REFRESHED.getTime() + ms)
const session = { counter: 5, refreshedAt: REFRESHED }

test.each([
	{ presented: 5, at: after(0), decision: { outcome: 'advance' } },
	{ presented: 5, at: after(1e9), decision: { outcome: 'advance' } },
	{ presented: 4, at: after(1e9), decision: { outcome: 'repeat', cause: 'one-behind' } },
	{ presented: 3, at: after(10_000), decision: { outcome: 'repeat', cause: 'within-interval' } },
	{ presented: 3, at: after(10_001), decision: { outcome: 'refuse', reason: 'reused' } },
	{ presented: 0, at: after(10_001), decision: { outcome: 'refuse', reason: 'reused' } },
	{ presented: 6, at: after(0), decision: { outcome: 'refuse', reason: 'ahead' } },
])('counter $presented against 5 → $decision.outcome', ({ presented, at, decision }) => {
	expect(checkRefreshCounter(presented, session, { now: at, reuseIntervalMs: 10_000 })).toEqual(decision)
})

test('a session that was never refreshed accepts only its first token', () => {
	expect(checkRefreshCounter(0, { counter: 0, refreshedAt: null }, { now: REFRESHED, reuseIntervalMs: 10_000 })).toEqual({
		outcome: 'advance',
	})
	expect(checkRefreshCounter(1, { counter: 0, refreshedAt: null }, { now: REFRESHED, reuseIntervalMs: 10_000 })).toEqual({
		outcome: 'refuse',
		reason: 'ahead',
	})
})
