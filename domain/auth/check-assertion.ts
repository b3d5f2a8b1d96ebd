import type { SamlAnswer, SubjectConfirmation } from './saml-answer.ts'

/** Accepted difference between our clock and a provider's, in either direction. */
export const CLOCK_SKEW_MS = 60_000
/** Maximum age of an assertion: browsers deliver it immediately. */
const MAX_AGE_MS = 5 * 60_000

export type AssertionRule = {
	/** Provider that we requested the sign-in from, or that started it. */
	issuer: string
	audience: string
	acsUrl: string
	/** ID of our request; null if the provider started the sign-in, in which case its response must not refer to a request. */
	requestId: string | null
	/** In milliseconds since 1970. */
	now: number
}

export type AssertionCheck =
	/**
	 * `forgetAt`: when the assertion becomes too old to be accepted, so that its ID needn't be stored any longer. Milliseconds since 1970,
	 * like `sessionEndsAt`.
	 */
	{ ok: true; forgetAt: number; sessionEndsAt: number | null } | { ok: false; problem: string }

const isBefore = (time: number | null, now: number) => time !== null && now + CLOCK_SKEW_MS < time
const isAfter = (time: number | null, now: number) => time !== null && now - CLOCK_SKEW_MS >= time

const isConfirmed = (confirmation: SubjectConfirmation, { acsUrl, requestId, now }: AssertionRule) =>
	confirmation.recipient === acsUrl &&
	confirmation.inResponseTo === requestId &&
	confirmation.notOnOrAfter !== null &&
	// A bearer confirmation must not have a NotBefore (SAML profiles §4.1.4.2).
	confirmation.notBefore === null &&
	!isAfter(confirmation.notOnOrAfter, now)

function findProblem({ envelope, assertion }: SamlAnswer, rule: AssertionRule): string | null {
	const { issuer, audience, acsUrl, requestId, now } = rule
	if (assertion.issuer !== issuer || (envelope.issuer ?? issuer) !== issuer) return 'it is from another issuer'
	if ((envelope.destination ?? acsUrl) !== acsUrl) return 'it was sent to another address'
	if (envelope.inResponseTo !== null && envelope.inResponseTo !== requestId) return 'it answers another request'
	if (assertion.audiences.length === 0 || !assertion.audiences.every((names) => names.includes(audience)))
		return 'it is meant for another audience'
	if (isBefore(assertion.notBefore, now) || isBefore(assertion.issuedAt, now)) return 'it is not valid yet'
	if (isAfter(assertion.notOnOrAfter, now) || isAfter(assertion.issuedAt + MAX_AGE_MS, now)) return 'it has expired'
	if (!assertion.confirmations.some((confirmation) => isConfirmed(confirmation, rule)))
		return 'no subject confirmation matches this address, request and time'
	if (!assertion.authenticated) return 'it does not say that the person signed in'
	if (assertion.sessionNotOnOrAfter !== null && assertion.sessionNotOnOrAfter <= now) return 'the session at the provider has ended'
	return null
}

/** Checks that an assertion is for us and valid now (SAML profiles §4.1.4). The caller must have verified its signature. */
export function checkAssertion(answer: SamlAnswer, rule: AssertionRule): AssertionCheck {
	const problem = findProblem(answer, rule)
	if (problem !== null) return { ok: false, problem }
	const { issuedAt, sessionNotOnOrAfter } = answer.assertion
	return { ok: true, forgetAt: issuedAt + MAX_AGE_MS + CLOCK_SKEW_MS, sessionEndsAt: sessionNotOnOrAfter }
}
