import type { SamlAnswer, SubjectConfirmation } from './saml-answer.ts'

/** Accepted clock difference to a provider, either way. */
export const CLOCK_SKEW_MS = 60_000
/** Longest time from issue to arrival: the browser delivers an assertion at once. */
const MAX_AGE_MS = 5 * 60_000

export type AssertionRule = {
	/** The provider that was asked, or that the person came from. */
	issuer: string
	/** Our own entity id. */
	audience: string
	acsUrl: string
	/** The request that is answered; null when there was none, and then the answer may name none. */
	requestId: string | null
	/** Ms since 1970. */
	now: number
}

export type AssertionCheck =
	/** `forgetAt`: from then on the assertion is refused for its age anyway. Both in ms since 1970. */
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
	if (isBefore(assertion.notBefore, now) || isBefore(assertion.issuedAt, now)) return 'its time has not come'
	if (isAfter(assertion.notOnOrAfter, now) || isAfter(assertion.issuedAt + MAX_AGE_MS, now)) return 'its time is over'
	if (!assertion.confirmations.some((confirmation) => isConfirmed(confirmation, rule)))
		return 'no confirmation holds for this address, request and time'
	if (!assertion.authenticated) return 'it does not say that the person signed in'
	if (assertion.sessionNotOnOrAfter !== null && assertion.sessionNotOnOrAfter <= now) return 'the session at the provider is over'
	return null
}

/** True if a signed assertion is for us, answers the request, and is valid now (SAML profiles §4.1.4). The signature was checked before. */
export function checkAssertion(answer: SamlAnswer, rule: AssertionRule): AssertionCheck {
	const problem = findProblem(answer, rule)
	if (problem !== null) return { ok: false, problem }
	const { issuedAt, sessionNotOnOrAfter } = answer.assertion
	return { ok: true, forgetAt: issuedAt + MAX_AGE_MS + CLOCK_SKEW_MS, sessionEndsAt: sessionNotOnOrAfter }
}
