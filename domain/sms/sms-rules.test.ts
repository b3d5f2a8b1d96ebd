import { expect, test } from 'vitest'

import { addWrongCode, parseCode } from './code-attempts.ts'
import { COUNTRY_ZONES } from './country-zones.ts'
import { laterStatus, type SmsStatus } from './message-status.ts'
import { checkPhone, toNumberPrefix } from './phone-rules.ts'
import { AREA_CODE_ZONES, findTimeZones, localDayOfPhone, nextWakingTime } from './quiet-hours.ts'
import { readKeyword } from './read-keyword.ts'
import { looksLikeSmsPumping, waitSeconds } from './send-limits.ts'

const ALLOWED = new Set(['US', 'CA'])

test.each([
	['US', 'FIXED_LINE_OR_MOBILE', 'ok'],
	['CA', 'MOBILE', 'ok'],
	['JM', 'MOBILE', 'country'],
	[null, 'MOBILE', 'country'],
	['US', 'PREMIUM_RATE', 'type'],
	['US', 'TOLL_FREE', 'type'],
	['GB', 'FIXED_LINE', 'type'],
	['US', 'VOIP', 'type'],
	['US', null, 'type'],
])('a %s number of type %s: %s', (country, type, expected) => {
	const verdict = checkPhone({ e164: '+14155552671', country, type }, ALLOWED)
	expect(verdict.ok ? 'ok' : verdict.reason).toBe(expected)
})

test('text that isn’t a number is refused as such, and neighboring numbers share a prefix', () => {
	expect(checkPhone(null, ALLOWED)).toEqual({ ok: false, reason: 'invalid' })
	expect(toNumberPrefix('+14155552671')).toBe(toNumberPrefix('+14155559999'))
})

const at = (time: string) => Date.parse(time)
const phoneOf = (e164: string, country: string) => ({ e164, country })

// In November New York is at UTC-5, Los Angeles at -8, Honolulu at -10, London at 0.
test.each([
	['noon in New York', '+12125550100', 'US', '2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z'],
	['8:00 to the minute', '+12125550100', 'US', '2026-11-20T13:00:00Z', '2026-11-20T13:00:00Z'],
	['a minute before 8:00', '+12125550100', 'US', '2026-11-20T12:59:00Z', '2026-11-20T13:00:00Z'],
	['20:59', '+12125550100', 'US', '2026-11-21T01:59:00Z', '2026-11-21T01:59:00Z'],
	['21:00 waits for the morning', '+12125550100', 'US', '2026-11-21T02:00:00Z', '2026-11-21T13:00:00Z'],
	['Los Angeles is asleep when New York is awake', '+13105550100', 'US', '2026-11-20T14:00:00Z', '2026-11-20T16:00:00Z'],
	['an unknown area code waits for Honolulu', '+19285550100', 'US', '2026-11-20T14:00:00Z', '2026-11-20T18:00:00Z'],
	['London', '+447911123456', 'GB', '2026-11-20T06:30:00Z', '2026-11-20T08:00:00Z'],
])('%s', (_what, e164, country, asked, expected) => {
	expect(nextWakingTime(phoneOf(e164, country), at(asked))).toBe(at(expected))
})

test('a country with unknown time zones has no waking hours', () => {
	expect(findTimeZones(phoneOf('+88213000000', 'XX'))).toEqual([])
	expect(nextWakingTime(phoneOf('+88213000000', 'XX'), at('2026-11-20T12:00:00Z'))).toBeNull()
})

test('every named zone exists, and every area code is listed once', () => {
	for (const zone of [...Object.values(COUNTRY_ZONES).flat(), ...AREA_CODE_ZONES.values()])
		expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
	expect(AREA_CODE_ZONES.get('212')).toBe('America/New_York')
	for (const code of AREA_CODE_ZONES.keys()) expect(code).toMatch(/^[2-9]\d\d$/)
})

test('the day of a digest is the number’s local day', () => {
	expect(localDayOfPhone(phoneOf('+13105550100', 'US'), at('2026-11-21T03:00:00Z'))).toBe('2026-11-20')
})

test('every fifth wrong code locks for ten minutes, every tenth for an hour, and a day without resets', () => {
	const MINUTE = 60_000
	let attempts = { failures: 0, lastFailureMs: 0 }
	const locks: number[] = []
	for (let guess = 1; guess <= 10; guess += 1) {
		const counted = addWrongCode(attempts, guess * MINUTE)
		locks.push(counted.lockMs / MINUTE)
		attempts = counted
	}
	expect(locks).toEqual([0, 0, 0, 0, 10, 0, 0, 0, 0, 60])
	expect(addWrongCode({ failures: 4, lastFailureMs: 0 }, 25 * 60 * MINUTE)).toMatchObject({ failures: 1, lockMs: 0 })
})

test.each([
	['123456', '123456'],
	[' 123 456 ', '123456'],
	['123-456', '123456'],
	['000000', '000000'],
	['12345', null],
	['1234567', null],
	['12345a', null],
	['１２３４５６', null],
])('%j is parsed as code %s', (text, code) => {
	expect(parseCode(text)).toBe(code)
})

const STATUSES: readonly SmsStatus[] = ['accepted', 'sent', 'delivered']
test('reports in any order end at the same status, and a final one never changes', () => {
	for (const order of [STATUSES, STATUSES.toReversed(), ['sent', 'delivered', 'accepted'] as const])
		expect(order.reduce<SmsStatus>(laterStatus, 'sending')).toBe('delivered')
	expect(laterStatus('undelivered', 'delivered')).toBe('undelivered')
	expect(laterStatus('unknown', 'delivered')).toBe('delivered')
})

test.each([
	['STOP', 'stop'],
	[' stop. ', 'stop'],
	['Opt-Out', 'stop'],
	['opt out', 'stop'],
	['StopAll', 'stop'],
	['REVOKE!', 'stop'],
	['please do not text me', 'stop'],
	['Don’t message me again', 'stop'],
	['remove me from this list', 'stop'],
	['start', 'start'],
	['UNSTOP', 'start'],
	['Yes', 'start'],
	['help?', 'help'],
	['info', 'help'],
	['thanks, great course', 'other'],
	['', 'other'],
])('%j means %s', (body, keyword) => {
	expect(readKeyword(body)).toBe(keyword)
})

test('a limit frees one slot when the oldest send leaves its window', () => {
	const limit = { scope: 'phone', most: 3, seconds: 600 } as const
	expect(waitSeconds(limit, { sent: 2, oldestSendMs: 0 }, 10_000)).toBe(0)
	expect(waitSeconds(limit, { sent: 3, oldestSendMs: 10_000 }, 60_000)).toBe(550)
})

test.each([
	[49, 0, false],
	[50, 14, true],
	[50, 15, false],
	[200, 10, true],
])('%i codes sent and %i entered looks like SMS pumping: %s', (sent, verified, expected) => {
	expect(looksLikeSmsPumping({ sent, verified })).toBe(expected)
})

test('the prefix of a number leaves out its last four digits', () => {
	expect(toNumberPrefix('+14155552671')).toBe('+1415555')
})

test.each([
	{ what: 'a North American number shows its zone', phone: phoneOf('+12125550100', 'US'), zones: ['America/New_York'] },
	{ what: 'a number with a missing digit doesn’t', phone: phoneOf('+1212555010', 'US'), zones: COUNTRY_ZONES.US },
	{ what: 'nor does one with an extra digit', phone: phoneOf('+121255501000', 'US'), zones: COUNTRY_ZONES.US },
	{ what: 'nor does another country’s number with the same digits', phone: phoneOf('+44+12125550100', 'GB'), zones: ['Europe/London'] },
])('$what', ({ phone, zones }) => {
	expect(findTimeZones(phone)).toEqual(zones)
})

test.each([
	['between two quarters waits for the next quarter', '2026-11-20T07:52:30Z', '2026-11-20T08:00:00Z'],
	['the last quarter of the day is sent at once, to the second', '2026-11-20T20:59:59Z', '2026-11-20T20:59:59Z'],
	['nine in the evening waits for the next morning', '2026-11-20T21:00:00Z', '2026-11-21T08:00:00Z'],
	['midnight waits for the same morning', '2026-11-20T00:00:00Z', '2026-11-20T08:00:00Z'],
	['the night DST begins is an hour shorter', '2026-03-28T22:00:00Z', '2026-03-29T07:00:00Z'],
])('in London %s', (_what, asked, expected) => {
	expect(nextWakingTime(phoneOf('+447911123456', 'GB'), at(asked))).toBe(at(expected))
})

test('a number without a known time zone uses UTC days', () => {
	expect(localDayOfPhone(phoneOf('+88213000000', 'XX'), at('2026-11-20T23:59:59Z'))).toBe('2026-11-20')
	expect(localDayOfPhone(phoneOf('+88213000000', 'XX'), at('2026-11-21T00:00:00Z'))).toBe('2026-11-21')
})
