/** Sentences by kind of refusal. */
const SENTENCES = {
	unreachable: 'We couldn’t reach the server. Check your connection and try again.',
	// The recipient's limit, or the server's budget for untrusted origins, is used up.
	'messages-used-up': 'Too many messages today. Sign in with your password or passkey, or use the last email we sent you.',
	'wrong-credentials': 'Wrong email or password. Check both, or sign in with an email code instead.',
	unconfirmed: 'This address isn’t confirmed yet. Sign in with an email code to confirm it.',
	expired: 'That code or link is wrong or has expired. Ask for a new one.',
	'other-browser': 'This link only works in the browser where you asked for it. Open it there, or ask for a new one here.',
	'signed-out': 'You’re no longer signed in. Sign in and try again.',
	'invalid-email': 'Please enter a valid email address',
	'same-password': 'This is already your password. Choose a different one.',
	closed: 'Sign-up is closed at the moment.',
	'wrong-code': 'That code is wrong. Check it and try again.',
	'second-factor': 'Confirm your second factor first. Nothing was changed.',
	reauthenticate: 'Please enter a code to confirm that it’s you.',
	// The browser's passkey dialog was closed or found no key.
	'no-key': 'No key was used. Try again, or choose another way.',
	'known-key': 'This device or key is already on your account.',
	denied: 'The other site didn’t confirm who you are: either you canceled there, or it refused. Nothing was changed here.',
	'flow-over': 'This sign-in took too long, was already used, or started in another browser. Please start again.',
	'provider-failed': 'We couldn’t verify the other site’s answer. Please try again, or sign in another way.',
	'provider-off': 'You can’t sign in this way at the moment. Please choose another way.',
	'provider-email': 'The other site hasn’t confirmed your email address yet. Confirm it there, or sign in with an email code instead.',
	'provider-no-email':
		'The other site didn’t share your email address, and your account needs one. Allow it there, or sign in another way.',
	'identity-taken': 'That account on the other site is already linked to another account here. Nothing was changed.',
	'email-taken': 'Another account here has this email address.',
	'last-identity': 'This is your only way to sign in, so you can’t remove it.',
	'email-identity': 'This is the only proof of your email address, so you can’t remove it.',
	'linking-off': 'You can’t change how you sign in at the moment.',
	'no-sso': 'No organization here uses this address. Check it, or sign in another way.',
	banned: 'This account is closed for now. Write to us if you think that is wrong.',
	'too-many-keys': 'You have reached the limit. Remove one first.',
	captcha: 'The security check didn’t go through. Please try again. A script blocker may be stopping it.',
	'name-taken': 'You already use this name. Choose another one.',
}

type SimpleKind = Exclude<keyof typeof SENTENCES, 'second-factor'>

export type AuthRefusal =
	| { kind: SimpleKind }
	/** `wasAsked`: the learner declined the prompt. */
	| { kind: 'second-factor'; wasAsked?: true }
	/** `sent`: kind of message that was requested too soon after the last one; null for too many requests or wrong codes. */
	| { kind: 'limited'; seconds: number | null; sent: 'email' | 'text' | null }
	| { kind: 'weak-password'; reasons: readonly string[]; message: string }
	| { kind: 'refused'; message: string }

export type AuthOutcome<T = null> = { ok: true; value: T } | { ok: false; refusal: AuthRefusal }

const KIND_BY_CODE: Record<string, keyof typeof SENTENCES> = {
	invalid_credentials: 'wrong-credentials',
	email_not_confirmed: 'unconfirmed',
	otp_expired: 'expired',
	flow_state_expired: 'expired',
	flow_state_not_found: 'expired',
	flow_state_already_used: 'expired',
	bad_code_verifier: 'other-browser',
	pkce_code_verifier_not_found: 'other-browser',
	session_not_found: 'signed-out',
	refresh_token_not_found: 'signed-out',
	refresh_token_already_used: 'signed-out',
	session_expired: 'signed-out',
	no_authorization: 'signed-out',
	bad_jwt: 'signed-out',
	same_password: 'same-password',
	signup_disabled: 'closed',
	email_provider_disabled: 'closed',
	email_address_invalid: 'invalid-email',
	email_address_not_authorized: 'invalid-email',
	mfa_verification_failed: 'wrong-code',
	reauthentication_not_valid: 'wrong-code',
	insufficient_aal: 'second-factor',
	reauthentication_needed: 'reauthenticate',
	captcha_failed: 'captcha',
	mfa_verified_factor_exists: 'known-key',
	webauthn_credential_exists: 'known-key',
	mfa_factor_name_conflict: 'name-taken',
	mfa_challenge_expired: 'expired',
	webauthn_challenge_expired: 'expired',
	webauthn_challenge_not_found: 'expired',
	bad_oauth_state: 'flow-over',
	bad_oauth_callback: 'provider-failed',
	saml_relay_state_not_found: 'flow-over',
	saml_relay_state_expired: 'flow-over',
	saml_idp_not_found: 'no-sso',
	saml_assertion_no_user_id: 'provider-failed',
	saml_assertion_no_email: 'provider-no-email',
	saml_metadata_fetch_failed: 'provider-failed',
	saml_provider_disabled: 'no-sso',
	sso_provider_not_found: 'no-sso',
	sso_provider_disabled: 'no-sso',
	provider_disabled: 'provider-off',
	oauth_provider_not_supported: 'provider-off',
	provider_email_needs_verification: 'provider-email',
	email_address_not_provided: 'provider-no-email',
	identity_already_exists: 'identity-taken',
	email_exists: 'email-taken',
	user_already_exists: 'email-taken',
	single_identity_not_deletable: 'last-identity',
	email_conflict_identity_not_deletable: 'email-identity',
	manual_linking_disabled: 'linking-off',
	user_banned: 'banned',
	too_many_enrolled_mfa_factors: 'too-many-keys',
	too_many_passkeys: 'too-many-keys',
}

/** Refusals by the name of the DOMException that a WebAuthn call throws. */
const KIND_BY_NAME: Record<string, keyof typeof SENTENCES> = {
	NotAllowedError: 'no-key',
	AbortError: 'no-key',
	InvalidStateError: 'known-key',
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
	if (typeof code === 'string' && Object.hasOwn(KIND_BY_CODE, code)) return { kind: KIND_BY_CODE[code] as SimpleKind }
	if (typeof name === 'string' && Object.hasOwn(KIND_BY_NAME, name)) return { kind: KIND_BY_NAME[name] as SimpleKind }
	if (code === 'validation_failed' && /email/i.test(text)) return { kind: 'invalid-email' }
	if (typeof status !== 'number' || status === 0 || status >= 500) return { kind: 'unreachable' }
	return { kind: 'refused', message: text || 'The server didn’t accept the request.' }
}

const MINUTES_FROM = 120

function waitText(seconds: number | null): string {
	if (seconds === null) return 'Please wait a moment and try again.'
	if (seconds >= MINUTES_FROM) return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`
	return `Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`
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
