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
	['as it should be', makeAnswer()],
	['without an envelope’s claims', makeAnswer({}, { issuer: null, destination: null, inResponseTo: null })],
	['with clocks a minute apart, theirs ahead', makeAnswer({ notBefore: NOW + CLOCK_SKEW_MS, issuedAt: NOW + CLOCK_SKEW_MS })],
	['with clocks a minute apart, theirs behind', makeAnswer({ notOnOrAfter: NOW - CLOCK_SKEW_MS + 1 })],
	['without conditions of time', makeAnswer({ notBefore: null, notOnOrAfter: null })],
	['for us among others', makeAnswer({ audiences: [['them', 'us'], ['us']] })],
	['with one confirmation that holds', makeAnswer({ confirmations: [{ ...CONFIRMATION, recipient: 'x' }, CONFIRMATION] })],
	['five minutes old', makeAnswer({ issuedAt: NOW - 5 * MINUTE })],
	['with a session that continues', makeAnswer({ sessionNotOnOrAfter: NOW + 1 })],
])('an assertion %s is accepted', (_label, answer) => {
	expect(checkAssertion(answer, RULE).ok).toBe(true)
})

test.each<[string, SamlAnswer, string]>([
	['from another', makeAnswer({ issuer: 'other' }), 'it is from another issuer'],
	['without an issuer', makeAnswer({ issuer: '' }), 'it is from another issuer'],
	['in another’s envelope', makeAnswer({}, { issuer: 'other' }), 'it is from another issuer'],
	['sent elsewhere', makeAnswer({}, { destination: 'https://them/acs' }), 'it was sent to another address'],
	['in an envelope to another request', makeAnswer({}, { inResponseTo: '_2' }), 'it answers another request'],
	['without an audience', makeAnswer({ audiences: [] }), 'it is meant for another audience'],
	['for others', makeAnswer({ audiences: [['them']] }), 'it is meant for another audience'],
	['for us by one restriction, not by the other', makeAnswer({ audiences: [['us'], ['them']] }), 'it is meant for another audience'],
	['to come', makeAnswer({ notBefore: NOW + CLOCK_SKEW_MS + 1 }), 'it is not valid yet'],
	['over', makeAnswer({ notOnOrAfter: NOW - CLOCK_SKEW_MS }), 'it has expired'],
	['made too long ago', makeAnswer({ issuedAt: NOW - 5 * MINUTE - CLOCK_SKEW_MS }), 'it has expired'],
	['made in the future', makeAnswer({ issuedAt: NOW + CLOCK_SKEW_MS + 1 }), 'it is not valid yet'],
	['without a confirmation', makeAnswer({ confirmations: [] }), 'no confirmation holds for this address, request and time'],
	['confirmed for elsewhere', confirmed({ recipient: 'https://them/acs' }), 'no confirmation holds for this address, request and time'],
	['confirmed for nowhere', confirmed({ recipient: null }), 'no confirmation holds for this address, request and time'],
	['confirmed for another request', confirmed({ inResponseTo: '_2' }), 'no confirmation holds for this address, request and time'],
	['confirmed for no request', confirmed({ inResponseTo: null }), 'no confirmation holds for this address, request and time'],
	['confirmed for ever', confirmed({ notOnOrAfter: null }), 'no confirmation holds for this address, request and time'],
	[
		'confirmed until a while ago',
		confirmed({ notOnOrAfter: NOW - CLOCK_SKEW_MS }),
		'no confirmation holds for this address, request and time',
	],
	['confirmed from later on', confirmed({ notBefore: NOW }), 'no confirmation holds for this address, request and time'],
	['of a person who did not sign in', makeAnswer({ authenticated: false }), 'it does not say that the person signed in'],
	['of a person whose session is over', makeAnswer({ sessionNotOnOrAfter: NOW }), 'the session at the provider is over'],
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
