/** Why the auth server did not do what was asked, in the words a page needs. */
export type AuthRefusal =
	| { kind: 'unreachable' }
	/** `isMail`: a mail to this address left less than a minute ago; else too many requests came from here. */
	| { kind: 'limited'; seconds: number | null; isMail: boolean }
	| { kind: 'wrong-credentials' }
	| { kind: 'unconfirmed' }
	| { kind: 'expired' }
	| { kind: 'other-browser' }
	| { kind: 'signed-out' }
	| { kind: 'invalid-email' }
	| { kind: 'weak-password'; reasons: readonly string[]; message: string }
	| { kind: 'same-password' }
	| { kind: 'closed' }
	| { kind: 'refused'; message: string }

export type AuthOutcome<T = null> = { ok: true; value: T } | { ok: false; refusal: AuthRefusal }

const KIND_BY_CODE: Record<string, AuthRefusal> = {
	invalid_credentials: { kind: 'wrong-credentials' },
	email_not_confirmed: { kind: 'unconfirmed' },
	otp_expired: { kind: 'expired' },
	flow_state_expired: { kind: 'expired' },
	flow_state_not_found: { kind: 'expired' },
	flow_state_already_used: { kind: 'expired' },
	bad_code_verifier: { kind: 'other-browser' },
	pkce_code_verifier_not_found: { kind: 'other-browser' },
	session_not_found: { kind: 'signed-out' },
	session_expired: { kind: 'signed-out' },
	no_authorization: { kind: 'signed-out' },
	bad_jwt: { kind: 'signed-out' },
	same_password: { kind: 'same-password' },
	signup_disabled: { kind: 'closed' },
	email_provider_disabled: { kind: 'closed' },
	email_address_invalid: { kind: 'invalid-email' },
	email_address_not_authorized: { kind: 'invalid-email' },
}

type AuthErrorLike = { name?: unknown; status?: unknown; code?: unknown; message?: unknown; reasons?: unknown }

const limitedSeconds = (message: string): number | null => {
	const seconds = /(\d+)\s*seconds?/i.exec(message)?.[1]
	return seconds === undefined ? null : Number(seconds)
}

/**
 * Sorts an error of supabase-js, or of the fetch below it, by what the person can do about it.
 * @param error whatever was thrown or returned; its shape is not trusted
 */
export function refusalFrom(error: unknown): AuthRefusal {
	const { name, status, code, message, reasons } = (typeof error === 'object' && error !== null ? error : {}) as AuthErrorLike
	const text = typeof message === 'string' ? message : ''
	if (status === 429) return { kind: 'limited', seconds: limitedSeconds(text), isMail: code === 'over_email_send_rate_limit' }
	if (code === 'weak_password') return { kind: 'weak-password', reasons: Array.isArray(reasons) ? reasons.map(String) : [], message: text }
	if (name === 'AuthSessionMissingError') return { kind: 'signed-out' }
	if (typeof code === 'string' && Object.hasOwn(KIND_BY_CODE, code)) return KIND_BY_CODE[code] as AuthRefusal
	if (code === 'validation_failed' && /email/i.test(text)) return { kind: 'invalid-email' }
	if (typeof status !== 'number' || status === 0 || status >= 500) return { kind: 'unreachable' }
	return { kind: 'refused', message: text || 'The server refused the request.' }
}

const waitText = (seconds: number | null) =>
	seconds === null ? 'Please wait a little and try again.' : `Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`

/** One plain sentence, or two: what happened and what to do. */
export function describeRefusal(refusal: AuthRefusal): string {
	switch (refusal.kind) {
		case 'unreachable':
			return 'We could not reach the server. Check your connection and try again.'
		case 'limited':
			return `Too many attempts. ${waitText(refusal.seconds)}`
		case 'wrong-credentials':
			return 'That email and password do not match. Check both, or sign in with an email code instead.'
		case 'unconfirmed':
			return 'This address is not confirmed yet. Sign in with an email code to confirm it.'
		case 'expired':
			return 'That code or link is wrong or has expired. Ask for a new one.'
		case 'other-browser':
			return 'This link belongs to the browser that asked for it. Open it there, or ask for a new one here.'
		case 'signed-out':
			return 'You are not signed in any more. Sign in and try again.'
		case 'invalid-email':
			return 'Please enter a valid email address'
		case 'weak-password':
			return refusal.message || 'Choose a stronger password.'
		case 'same-password':
			return 'This is already your password. Choose a different one.'
		case 'closed':
			return 'New accounts are closed at the moment.'
		case 'refused':
			return refusal.message
	}
}
