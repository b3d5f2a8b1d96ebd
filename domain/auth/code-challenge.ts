export type CodeChallenge = { challenge: string; method: 's256' | 'plain' }
export type CodeChallengeCheck = { ok: true; challenge: CodeChallenge | null } | { ok: false; message: string }

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/** Validates a PKCE challenge. Either both fields must be set or neither; null counts as not set. */
export function checkCodeChallenge(challenge: string | null | undefined, method: string | null | undefined): CodeChallengeCheck {
	if (!challenge && !method) return { ok: true, challenge: null }
	if (!challenge || !method) return { ok: false, message: 'PKCE flow requires code_challenge_method and code_challenge' }
	const known = method.toLowerCase()
	if (known !== 's256' && known !== 'plain') return { ok: false, message: 'code_challenge_method must be s256 or plain' }
	if (!CHALLENGE.test(challenge))
		return { ok: false, message: 'code_challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~' }
	return { ok: true, challenge: { challenge, method: known } }
}
