import { expect, test } from 'vitest'

import { type AssertionRule, checkAssertion, CLOCK_SKEW_MS } from './check-assertion.ts'
import type { SamlAnswer, SamlAssertion, SamlEnvelope, SubjectConfirmation } from './saml-answer.ts'

const NOW = Date.UTC(2026, 10, 21)
const MINUTE = 60_000
const RULE: AssertionRule = { issuer: 'idp', audience: 'us', acsUrl: 'https://us/acs', requestId: '_1', now: NOW }
const CONFIRMATION: SubjectConfirmation = { recipient: 'https://us/acs', inResponseTo: '_1', notBefore: null, notOnOrAfter: NOW + MINUTE }

function makeAnswer(assertion: Partial<SamlAssertion> = {}, envelope: Partial<SamlEnvelope> = {}): SamlAnswer {
	return {
		envelope: { issuer: 'idp', destination: 'https://us/acs', inResponseTo: '_1', ...envelope },
		assertion: {
			id: '_a',
			issuer: 'idp',
			issuedAt: NOW,
			nameId: 'jo',
			nameIdFormat: null,
			confirmations: [CONFIRMATION],
			notBefore: NOW,
			notOnOrAfter: NOW + MINUTE,
			audiences: [['us']],
			authenticated: true,
			sessionNotOnOrAfter: null,
			attributes: [],
			...assertion,
		},
	}
}

const confirmed = (change: Partial<SubjectConfirmation>) => makeAnswer({ confirmations: [{ ...CONFIRMATION, ...change }] })

test.each<[string, SamlAnswer]>([
	['that is valid', makeAnswer()],
	['without an envelope’s claims', makeAnswer({}, { issuer: null, destination: null, inResponseTo: null })],
	['with clocks a minute apart, theirs ahead', makeAnswer({ notBefore: NOW + CLOCK_SKEW_MS, issuedAt: NOW + CLOCK_SKEW_MS })],
	['with clocks a minute apart, theirs behind', makeAnswer({ notOnOrAfter: NOW - CLOCK_SKEW_MS + 1 })],
	['without conditions of time', makeAnswer({ notBefore: null, notOnOrAfter: null })],
	['for us among others', makeAnswer({ audiences: [['them', 'us'], ['us']] })],
	['with one valid confirmation', makeAnswer({ confirmations: [{ ...CONFIRMATION, recipient: 'x' }, CONFIRMATION] })],
	['five minutes old', makeAnswer({ issuedAt: NOW - 5 * MINUTE })],
	['with a session that continues', makeAnswer({ sessionNotOnOrAfter: NOW + 1 })],
])('an assertion %s is accepted', (_label, answer) => {
	expect(checkAssertion(answer, RULE).ok).toBe(true)
})

test.each<[string, SamlAnswer, string]>([
	['from another issuer', makeAnswer({ issuer: 'other' }), 'it is from another issuer'],
	['without an issuer', makeAnswer({ issuer: '' }), 'it is from another issuer'],
	['in another’s envelope', makeAnswer({}, { issuer: 'other' }), 'it is from another issuer'],
	['sent elsewhere', makeAnswer({}, { destination: 'https://them/acs' }), 'it was sent to another address'],
	['in an envelope for another request', makeAnswer({}, { inResponseTo: '_2' }), 'it answers another request'],
	['without an audience', makeAnswer({ audiences: [] }), 'it is meant for another audience'],
	['for another audience', makeAnswer({ audiences: [['them']] }), 'it is meant for another audience'],
	['for us by one restriction, not by the other', makeAnswer({ audiences: [['us'], ['them']] }), 'it is meant for another audience'],
	['not yet valid', makeAnswer({ notBefore: NOW + CLOCK_SKEW_MS + 1 }), 'it is not valid yet'],
	['that has expired', makeAnswer({ notOnOrAfter: NOW - CLOCK_SKEW_MS }), 'it has expired'],
	['made too long ago', makeAnswer({ issuedAt: NOW - 5 * MINUTE - CLOCK_SKEW_MS }), 'it has expired'],
	['made in the future', makeAnswer({ issuedAt: NOW + CLOCK_SKEW_MS + 1 }), 'it is not valid yet'],
	['without a confirmation', makeAnswer({ confirmations: [] }), 'no subject confirmation matches this address, request and time'],
	[
		'confirmed for elsewhere',
		confirmed({ recipient: 'https://them/acs' }),
		'no subject confirmation matches this address, request and time',
	],
	['confirmed for nowhere', confirmed({ recipient: null }), 'no subject confirmation matches this address, request and time'],
	['confirmed for another request', confirmed({ inResponseTo: '_2' }), 'no subject confirmation matches this address, request and time'],
	['confirmed for no request', confirmed({ inResponseTo: null }), 'no subject confirmation matches this address, request and time'],
	['confirmed without an end', confirmed({ notOnOrAfter: null }), 'no subject confirmation matches this address, request and time'],
	[
		'with an expired confirmation',
		confirmed({ notOnOrAfter: NOW - CLOCK_SKEW_MS }),
		'no subject confirmation matches this address, request and time',
	],
	[
		'with a confirmation that isn’t valid yet',
		confirmed({ notBefore: NOW }),
		'no subject confirmation matches this address, request and time',
	],
	['without an authentication statement', makeAnswer({ authenticated: false }), 'it does not say that the person signed in'],
	['with an ended session', makeAnswer({ sessionNotOnOrAfter: NOW }), 'the session at the provider has ended'],
])('an assertion %s is refused', (_label, answer, problem) => {
	expect(checkAssertion(answer, RULE)).toEqual({ ok: false, problem })
})

test('an unsolicited assertion is refused', () => {
	const unasked = { ...RULE, requestId: null }
	expect(checkAssertion(makeAnswer(), unasked).ok).toBe(false)
	const answer = makeAnswer({ confirmations: [{ ...CONFIRMATION, inResponseTo: null }] }, { inResponseTo: null })
	expect(checkAssertion(answer, unasked).ok).toBe(true)
})

test('an assertion’s replay entry lasts until the assertion would be refused as too old', () => {
	const check = checkAssertion(makeAnswer({ notOnOrAfter: null, sessionNotOnOrAfter: NOW + MINUTE }), RULE)
	if (!check.ok) throw new Error(check.problem)
	expect(check.sessionEndsAt).toBe(NOW + MINUTE)
	const lasting = makeAnswer({ notOnOrAfter: null, confirmations: [{ ...CONFIRMATION, notOnOrAfter: NOW + 100 * MINUTE }] })
	expect(checkAssertion(lasting, { ...RULE, now: check.forgetAt - 1 }).ok).toBe(true)
	expect(checkAssertion(lasting, { ...RULE, now: check.forgetAt }).ok).toBe(false)
})
