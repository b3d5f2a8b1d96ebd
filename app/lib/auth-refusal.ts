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
	/** A code or answer of a second factor. */
	| { kind: 'wrong-code' }
	/** The account's second factor has to be shown first. */
	| { kind: 'second-factor' }
	/** A code by message has to prove anew who is there. */
	| { kind: 'reauthenticate' }
	/** The browser's own dialog for keys was closed, or found nothing. */
	| { kind: 'no-key' }
	| { kind: 'known-key' }
	| { kind: 'name-taken' }
	/** A captcha is asked for and was not solved. */
	| { kind: 'captcha' }
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
	mfa_verification_failed: { kind: 'wrong-code' },
	reauthentication_not_valid: { kind: 'wrong-code' },
	insufficient_aal: { kind: 'second-factor' },
	reauthentication_needed: { kind: 'reauthenticate' },
	captcha_failed: { kind: 'captcha' },
	mfa_factor_name_conflict: { kind: 'name-taken' },
	mfa_challenge_expired: { kind: 'expired' },
	webauthn_challenge_expired: { kind: 'expired' },
	webauthn_challenge_not_found: { kind: 'expired' },
}

/** Names of what a browser throws when keys are asked for. */
const KIND_BY_NAME: Record<string, AuthRefusal> = {
	NotAllowedError: { kind: 'no-key' },
	AbortError: { kind: 'no-key' },
	InvalidStateError: { kind: 'known-key' },
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
	if (typeof name === 'string' && Object.hasOwn(KIND_BY_NAME, name)) return KIND_BY_NAME[name] as AuthRefusal
	if (code === 'validation_failed' && /email/i.test(text)) return { kind: 'invalid-email' }
	if (typeof status !== 'number' || status === 0 || status >= 500) return { kind: 'unreachable' }
	return { kind: 'refused', message: text || 'The server refused the request.' }
}

const MINUTES_FROM = 120

function waitText(seconds: number | null): string {
	if (seconds === null) return 'Please wait a little and try again.'
	if (seconds >= MINUTES_FROM) return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`
	return `Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`
}

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
		case 'wrong-code':
			return 'That code is not right. Check it and try again.'
		case 'second-factor':
			return 'Confirm your second factor first. Nothing was changed.'
		case 'reauthenticate':
			return 'Please confirm with a code that it is you.'
		case 'no-key':
			return 'No passkey was used. Try again, or take another way.'
		case 'known-key':
			return 'This device has a passkey for your account already.'
		case 'captcha':
			return 'The security check was not passed. Please try again; a blocker of scripts may be in its way.'
		case 'name-taken':
			return 'You have used this name already. Choose another one.'
		case 'refused':
			return refusal.message
	}
}
