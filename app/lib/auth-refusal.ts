export type AuthRefusal =
	| { kind: 'unreachable' }
	/** `sent`: kind of message that was requested too soon after the last one; null for too many requests or wrong codes. */
	| { kind: 'limited'; seconds: number | null; sent: 'email' | 'text' | null }
	/** No more messages today: the recipient's limit, or the server's budget for untrusted origins, is used up. */
	| { kind: 'messages-used-up' }
	| { kind: 'wrong-credentials' }
	| { kind: 'unconfirmed' }
	| { kind: 'expired' }
	| { kind: 'other-browser' }
	| { kind: 'signed-out' }
	| { kind: 'invalid-email' }
	| { kind: 'weak-password'; reasons: readonly string[]; message: string }
	| { kind: 'same-password' }
	| { kind: 'closed' }
	| { kind: 'wrong-code' }
	/** The second factor is required. `wasAsked`: the learner declined the prompt. */
	| { kind: 'second-factor'; wasAsked?: true }
	/** A code sent by message is required first (reauthentication). */
	| { kind: 'reauthenticate' }
	/** The browser's passkey dialog was closed or found no key. */
	| { kind: 'no-key' }
	| { kind: 'known-key' }
	| { kind: 'name-taken' }
	| { kind: 'denied' }
	/** The provider sign-in expired, was already used, or started in another browser. */
	| { kind: 'flow-over' }
	| { kind: 'provider-failed' }
	| { kind: 'provider-off' }
	/** The provider hasn't verified the email. */
	| { kind: 'provider-email' }
	| { kind: 'provider-no-email' }
	| { kind: 'identity-taken' }
	| { kind: 'email-taken' }
	| { kind: 'last-identity' }
	/** The identity can't be removed, because only it verifies the account's email. */
	| { kind: 'email-identity' }
	| { kind: 'linking-off' }
	| { kind: 'no-sso' }
	| { kind: 'banned' }
	| { kind: 'too-many-keys' }
	/** A CAPTCHA is required and wasn't solved. */
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
	refresh_token_not_found: { kind: 'signed-out' },
	refresh_token_already_used: { kind: 'signed-out' },
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
	mfa_verified_factor_exists: { kind: 'known-key' },
	webauthn_credential_exists: { kind: 'known-key' },
	mfa_factor_name_conflict: { kind: 'name-taken' },
	mfa_challenge_expired: { kind: 'expired' },
	webauthn_challenge_expired: { kind: 'expired' },
	webauthn_challenge_not_found: { kind: 'expired' },
	bad_oauth_state: { kind: 'flow-over' },
	bad_oauth_callback: { kind: 'provider-failed' },
	saml_relay_state_not_found: { kind: 'flow-over' },
	saml_relay_state_expired: { kind: 'flow-over' },
	saml_idp_not_found: { kind: 'no-sso' },
	saml_assertion_no_user_id: { kind: 'provider-failed' },
	saml_assertion_no_email: { kind: 'provider-no-email' },
	saml_metadata_fetch_failed: { kind: 'provider-failed' },
	saml_provider_disabled: { kind: 'no-sso' },
	sso_provider_not_found: { kind: 'no-sso' },
	sso_provider_disabled: { kind: 'no-sso' },
	provider_disabled: { kind: 'provider-off' },
	oauth_provider_not_supported: { kind: 'provider-off' },
	provider_email_needs_verification: { kind: 'provider-email' },
	email_address_not_provided: { kind: 'provider-no-email' },
	identity_already_exists: { kind: 'identity-taken' },
	email_exists: { kind: 'email-taken' },
	user_already_exists: { kind: 'email-taken' },
	single_identity_not_deletable: { kind: 'last-identity' },
	email_conflict_identity_not_deletable: { kind: 'email-identity' },
	manual_linking_disabled: { kind: 'linking-off' },
	user_banned: { kind: 'banned' },
	too_many_enrolled_mfa_factors: { kind: 'too-many-keys' },
	too_many_passkeys: { kind: 'too-many-keys' },
}

/** Refusals by the name of the DOMException that a WebAuthn call throws. */
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

export function findSentChannel(code: unknown): 'email' | 'text' | null {
	if (code === 'over_email_send_rate_limit') return 'email'
	return code === 'over_sms_send_rate_limit' ? 'text' : null
}

/** Maximum wait in seconds between two codes. A longer wait means that the message budget is used up. */
const MAX_PAUSE_SECONDS = 600

const isUsedUp = (code: unknown, seconds: number | null) =>
	findSentChannel(code) !== null && seconds !== null && seconds > MAX_PAUSE_SECONDS

/** @param error any thrown or returned value; its shape isn't trusted */
export function refusalFrom(error: unknown): AuthRefusal {
	const { name, status, code, message, reasons } = (typeof error === 'object' && error !== null ? error : {}) as AuthErrorLike
	const text = typeof message === 'string' ? message : ''
	if (status === 429 && isUsedUp(code, limitedSeconds(text))) return { kind: 'messages-used-up' }
	if (status === 429) return { kind: 'limited', seconds: limitedSeconds(text), sent: findSentChannel(code) }
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
	if (seconds === null) return 'Please wait a moment and try again.'
	if (seconds >= MINUTES_FROM) return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`
	return `Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`
}

type Fixed = Exclude<AuthRefusal['kind'], 'limited' | 'weak-password' | 'refused'>

const SENTENCES: Record<Fixed, string> = {
	unreachable: 'We could not reach the server. Check your connection and try again.',
	'messages-used-up': 'Too many messages today. Sign in with your password or passkey, or use the last email we sent you.',
	'wrong-credentials': 'Wrong email or password. Check both, or sign in with an email code instead.',
	unconfirmed: 'This address is not confirmed yet. Sign in with an email code to confirm it.',
	expired: 'That code or link is wrong or has expired. Ask for a new one.',
	'other-browser': 'This link only works in the browser where you asked for it. Open it there, or ask for a new one here.',
	'signed-out': 'You are no longer signed in. Sign in and try again.',
	'invalid-email': 'Please enter a valid email address',
	'same-password': 'This is already your password. Choose a different one.',
	closed: 'Sign-up is closed at the moment.',
	'wrong-code': 'That code is wrong. Check it and try again.',
	'second-factor': 'Confirm your second factor first. Nothing was changed.',
	reauthenticate: 'Please enter a code to confirm that it is you.',
	'no-key': 'No key was used. Try again, or choose another way.',
	'known-key': 'This device or key is already on your account.',
	denied: 'The other site did not confirm who you are: either you canceled there, or it refused. Nothing was changed here.',
	'flow-over': 'This sign-in took too long, was already used, or started in another browser. Please start again.',
	'provider-failed': 'We could not verify the other site’s answer. Please try again, or sign in another way.',
	'provider-off': 'You cannot sign in this way at the moment. Please choose another way.',
	'provider-email': 'The other site has not confirmed your email address yet. Confirm it there, or sign in with an email code instead.',
	'provider-no-email':
		'The other site did not share your email address, and your account needs one. Allow it there, or sign in another way.',
	'identity-taken': 'That account on the other site is already linked to another account here. Nothing was changed.',
	'email-taken': 'Another account here has this email address.',
	'last-identity': 'This is your only way to sign in, so you cannot remove it.',
	'email-identity': 'This is the only proof of your email address, so you cannot remove it.',
	'linking-off': 'You cannot change how you sign in at the moment.',
	'no-sso': 'No organization here uses this address. Check it, or sign in another way.',
	banned: 'This account is closed for now. Write to us if you think that is wrong.',
	'too-many-keys': 'You have reached the limit. Remove one first.',
	captcha: 'The security check did not go through. Please try again. A script blocker may be stopping it.',
	'name-taken': 'You already use this name. Choose another one.',
}

export function describeRefusal(refusal: AuthRefusal): string {
	switch (refusal.kind) {
		case 'limited':
			return `Too many attempts. ${waitText(refusal.seconds)}`
		case 'weak-password':
			return refusal.message || 'Choose a stronger password.'
		case 'refused':
			return refusal.message
		default:
			return SENTENCES[refusal.kind]
	}
}
