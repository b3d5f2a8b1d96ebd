import { useEffect, useRef, useState } from 'react'

import { adoptSession, verifyEmailLink, exchangeAuthCode } from '#app/lib/auth-calls.ts'
import type { AuthOutcome, AuthRefusal } from '#app/lib/auth-refusal.ts'

import { refusalOfAddress } from './callback-failure.ts'
import { readTokenEmail, readCallback, type CallbackRequest } from './read-callback.ts'

export type CallbackState =
	/** `account`: email of the session in the URL. `host`: the other site to which the button leads. */
	| { step: 'ask'; from: 'mail'; host: string | null }
	| { step: 'ask'; from: 'site'; account: string | null }
	| { step: 'working' }
	| { step: 'failed'; refusal: AuthRefusal }
	| { step: 'notice' }
	| { step: 'empty' }

type Arrival = { isRecovery: boolean }

const EXPIRED: AuthRefusal = { kind: 'expired' }

/**
 * Decides if the page waits for a click. An emailed token needs one, because mail scanners open links. So does a session in the URL,
 * because anyone can send a link with their own session. A PKCE code needs none: it is worthless without the verifier in this browser.
 */
function firstState(request: CallbackRequest): CallbackState {
	switch (request.kind) {
		case 'link':
			return { step: 'ask', from: 'mail', host: request.foreign?.host ?? null }
		case 'tokens':
			return { step: 'ask', from: 'site', account: readTokenEmail(request.accessToken) }
		case 'code':
			return { step: 'working' }
		case 'notice':
			return { step: 'notice' }
		case 'failed':
			return { step: 'failed', refusal: refusalOfAddress(request) }
		case 'empty':
			return { step: 'empty' }
	}
}

function redeem(request: CallbackRequest): Promise<AuthOutcome<{ isSignedIn: boolean } | null>> {
	if (request.kind === 'link') return verifyEmailLink(request.tokenHash, request.type)
	if (request.kind === 'code') return exchangeAuthCode(request.code)
	if (request.kind === 'tokens') return adoptSession({ access_token: request.accessToken, refresh_token: request.refreshToken })
	return Promise.resolve({ ok: false, refusal: EXPIRED })
}

const isRecoveryOf = (request: CallbackRequest) =>
	(request.kind === 'link' && request.type === 'recovery') || (request.kind === 'tokens' && request.isRecovery)

/**
 * Exchanges the URL of /auth/callback for a session, once.
 * @param onArrived called after sign-in
 */
export function useCallbackLink(address: URL, onArrived: (arrival: Arrival) => void) {
	const [request] = useState(() => readCallback(address))
	const [state, setState] = useState(() => firstState(request))
	const hasBegun = useRef(false)

	async function proceed() {
		if (hasBegun.current) return
		hasBegun.current = true
		setState({ step: 'working' })
		if (request.kind === 'link' && request.foreign) return window.location.assign(request.foreign.href)
		const outcome = await redeem(request)
		if (outcome.ok && outcome.value?.isSignedIn === false) return setState({ step: 'notice' })
		if (outcome.ok) return onArrived({ isRecovery: isRecoveryOf(request) })
		// A token that never reached the server can be used again.
		hasBegun.current = outcome.refusal.kind !== 'unreachable'
		setState({ step: 'failed', refusal: outcome.refusal })
	}

	useEffect(() => {
		if (request.kind === 'code') void proceed()
		// oxlint-disable-next-line react/exhaustive-deps -- once per address, which never changes while the page is mounted
	}, [request])

	return { state, isRecovery: isRecoveryOf(request), proceed }
}
