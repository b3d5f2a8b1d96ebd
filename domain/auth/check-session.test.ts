// asvs V10.4.8
import { expect, test } from 'vitest'

import { checkSession, latestExpiry, type SessionLimits, type SessionTimes } from './check-session.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = 1_800_000_000_000
const at = (ms: number) => new Date(START + ms)

const LIMITS: SessionLimits = { timeboxMs: 30 * DAY, inactivityMs: null, lowAalMs: null }
const session = (change: Partial<SessionTimes> = {}): SessionTimes => ({
	createdAt: at(0),
	refreshedAt: null,
	notAfter: null,
	aal: 'aal1',
	aalSince: at(0),
	...change,
})
const raised = (change: Partial<SessionTimes> = {}) => session({ aal: 'aal2', ...change })
const busyUntil = (ms: number) => ({ refreshedAt: at(ms - MINUTE) })

type Row = [
	name: string,
	session: SessionTimes,
	limits: Partial<SessionLimits>,
	boundary: number,
	standing: 'ended' | 'lowered',
	hasSecondFactor?: boolean,
]
const BOUNDARIES: Row[] = [
	['thirty days overall, however busy', session(busyUntil(30 * DAY)), {}, 30 * DAY, 'ended'],
	['thirty days overall at aal2', raised({ ...busyUntil(30 * DAY), aalSince: at(30 * DAY - HOUR / 2) }), {}, 30 * DAY, 'ended'],
	['a shorter time box', session(busyUntil(HOUR)), { timeboxMs: HOUR }, HOUR, 'ended'],
	['an end decided elsewhere', session({ notAfter: at(HOUR) }), {}, HOUR, 'ended'],
	['the earlier of the two ends', session({ notAfter: at(HOUR) }), { timeboxMs: 2 * HOUR }, HOUR, 'ended'],
	['inactivity since the sign-in', session(), { inactivityMs: 2 * HOUR }, 2 * HOUR, 'ended'],
	['inactivity since the last refresh', session({ refreshedAt: at(DAY) }), { inactivityMs: 2 * HOUR }, DAY + 2 * HOUR, 'ended'],
	['a second factor not shown since the sign-in', session(), { lowAalMs: HOUR }, HOUR, 'ended', true],
	['a second factor that has run out since', session({ aalSince: at(DAY) }), { lowAalMs: HOUR }, DAY + HOUR, 'ended', true],
	['a second factor for a day, however busy', raised(busyUntil(DAY)), {}, DAY, 'lowered'],
	['a day from when it was shown', raised({ aalSince: at(3 * DAY), ...busyUntil(4 * DAY) }), {}, 4 * DAY, 'lowered'],
	['an hour unused since it was shown', raised(), {}, HOUR, 'lowered'],
	['an hour unused since the last refresh', raised({ refreshedAt: at(5 * HOUR) }), {}, 6 * HOUR, 'lowered'],
]

test.each(BOUNDARIES)(
	'%s: valid until the last millisecond and not after',
	(_name, times, limits, boundary, standing, hasSecondFactor = false) => {
		const check = (ms: number) => checkSession(times, { ...LIMITS, ...limits }, { now: at(ms), hasSecondFactor })
		expect(check(boundary - 1)).toBe('active')
		expect(check(boundary)).toBe(standing)
		expect(check(boundary + 1)).toBe(standing)
	},
)

test('a session without limits never ends, and no second factor is required if the account has none', () => {
	const none = { timeboxMs: null, inactivityMs: null, lowAalMs: null }
	expect(checkSession(session(), none, { now: at(10_000 * DAY), hasSecondFactor: true })).toBe('active')
	expect(checkSession(session(), { ...none, lowAalMs: HOUR }, { now: at(DAY), hasSecondFactor: false })).toBe('active')
})

test.each([
	['a session of thirty days', session(), 0, 30 * DAY],
	['one ended elsewhere', session({ notAfter: at(MINUTE) }), 0, MINUTE],
	['a session at aal2, an hour at most', raised(), MINUTE, HOUR + MINUTE],
	['a session at aal2, to the end of its day', raised(), DAY - MINUTE, DAY],
	['a session at aal2, to its own end', raised({ aalSince: at(30 * DAY - HOUR) }), 30 * DAY - MINUTE, 30 * DAY],
])('a token of %s doesn’t outlive its limit', (_name, times, now, expiry) => {
	expect(latestExpiry(times, LIMITS, at(now))).toBe(START + expiry)
})
