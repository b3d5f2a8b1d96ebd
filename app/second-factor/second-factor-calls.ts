import { useEffect, useState } from 'react'

import { type AuthOutcome, findSentChannel } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { callFunction } from '#app/lib/call-function.ts'
import { callApi } from '#app/lib/own-api.ts'
import type { SecondFactorState, SecondFactorWay } from '#contracts/account.ts'

/** @throws ApiError */
export const readSecondFactor = (signal?: AbortSignal): Promise<SecondFactorState> =>
	callApi<SecondFactorState>('/api/second-factor', signal ? { signal } : {})

/** `challengeId`: challenge of the code sent by SMS, or null. */
export type SentCode = { challengeId: string | null }

/** Calls a function, whose refusals are in the body, with status 200. */
async function askFunction(name: string, body: object): Promise<AuthOutcome<SentCode>> {
	try {
		const answer = await callFunction(name, body)
		if (answer?.success === true) return { ok: true, value: { challengeId: null } }
		if (typeof answer?.error !== 'string') return { ok: false, refusal: { kind: 'unreachable' } }
		if (typeof answer.retryAfterSeconds === 'number')
			return { ok: false, refusal: { kind: 'limited', seconds: answer.retryAfterSeconds, sent: findSentChannel(answer.code) } }
		return { ok: false, refusal: { kind: 'refused', message: answer.error } }
	} catch {
		return { ok: false, refusal: { kind: 'unreachable' } }
	}
}

export async function sendFactorCode(way: Extract<SecondFactorWay, { type: 'phone' | 'text' }>): Promise<AuthOutcome<SentCode>> {
	if (way.type === 'text') return askFunction('send-verification-code', { phoneNumber: way.phone, purpose: 'two_factor_auth' })
	const outcome = await callAuth((auth) => auth.mfa.challenge({ factorId: way.factorId }))
	return outcome.ok ? { ok: true, value: { challengeId: outcome.value.id } } : outcome
}

const withoutValue = (outcome: AuthOutcome<unknown>): AuthOutcome => (outcome.ok ? { ok: true, value: null } : outcome)

export type FactorAnswer = { way: Exclude<SecondFactorWay, { type: 'webauthn' }>; code: string; sent: SentCode | null }

/** Verifies a code. The session's new tokens are stored before this returns. */
export async function answerFactor({ way, code, sent }: FactorAnswer): Promise<AuthOutcome> {
	switch (way.type) {
		case 'totp':
			return callAuthWithoutValue((auth) => auth.mfa.challengeAndVerify({ factorId: way.factorId, code }))
		case 'phone':
			return callAuthWithoutValue((auth) => auth.mfa.verify({ factorId: way.factorId, challengeId: sent?.challengeId ?? '', code }))
		case 'recovery_code':
			return callAuthWithoutValue((auth) => auth.mfa.recoveryCodes.verify({ code }))
		case 'text':
			return withoutValue(await askFunction('verify-code', { phoneNumber: way.phone, purpose: 'two_factor_auth', code }))
	}
}

export const verifySecurityKey = (factorId: string): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) => auth.mfa.webauthn.authenticate({ factorId }))

/** `needed`: one of the factors in `ways` is required. */
export type FactorQuestion = { step: 'asking' } | { step: 'free' } | { step: 'needed'; ways: readonly SecondFactorWay[] }

/**
 * Loads whether a second factor is needed. A failure counts as no, because the server refuses calls that need it anyway.
 * @param isSignedIn nothing is requested until it is true
 */
export function useSecondFactor(isSignedIn: boolean): FactorQuestion {
	const [question, setQuestion] = useState<FactorQuestion>({ step: 'asking' })
	useEffect(() => {
		if (!isSignedIn) return
		const abort = new AbortController()
		readSecondFactor(abort.signal).then(
			({ isNeeded, ways }) => setQuestion(isNeeded && ways.length > 0 ? { step: 'needed', ways } : { step: 'free' }),
			() => abort.signal.aborted || setQuestion({ step: 'free' }),
		)
		return () => abort.abort()
	}, [isSignedIn])
	return question
}
