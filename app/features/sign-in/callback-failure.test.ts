import { expect, test } from 'vitest'

import { describeCallbackFailure, refusalOfAddress } from './callback-failure.ts'

test.each([
	['access_denied', 'bad_oauth_callback', 'You’re not signed in', 'you canceled there', false],
	['access_denied', null, 'You’re not signed in', 'you canceled there', false],
	['invalid_request', 'bad_oauth_callback', 'You’re not signed in', 'couldn’t verify the other site', false],
	['server_error', 'unexpected_failure', 'You’re not signed in', 'couldn’t verify the other site', false],
	['server_error', null, 'You’re not signed in', 'couldn’t verify the other site', false],
	['invalid_request', 'bad_oauth_state', 'You’re not signed in', 'took too long', false],
	['invalid_request', 'flow_state_already_used', 'You’re not signed in', 'was already used', false],
	['invalid_request', 'provider_email_needs_verification', 'You’re not signed in', 'Confirm it there', false],
	['invalid_request', 'email_address_not_provided', 'You’re not signed in', 'didn’t share your email address', false],
	['access_denied', 'signup_disabled', 'You’re not signed in', 'Sign-up is closed', false],
	['invalid_request', 'identity_already_exists', 'You’re not signed in', 'already linked to another account', false],
	['invalid_request', 'email_exists', 'You’re not signed in', 'Another account here has this email address', false],
	['invalid_request', 'provider_disabled', 'You’re not signed in', 'can’t sign in this way', false],
	['invalid_request', 'saml_idp_not_found', 'You’re not signed in', 'No organization here', false],
	['access_denied', 'user_banned', 'You’re not signed in', 'account is closed for now', false],
	['access_denied', 'otp_expired', 'This link has expired', 'works once', true],
	['something', 'nobody_knows', 'You’re not signed in', 'Please start again', false],
	[null, null, 'You’re not signed in', 'Please start again', false],
])('%s with %s is shown as “%s”', (error, code, title, words, wantsNewLink) => {
	const failure = describeCallbackFailure(refusalOfAddress({ error, code }))
	expect(failure).toMatchObject({ title, wantsNewLink })
	expect(failure.text).toContain(words)
})

test('a link opened in the wrong browser leads to requesting a new one', () => {
	expect(describeCallbackFailure({ kind: 'other-browser' })).toMatchObject({ title: 'This link doesn’t work', wantsNewLink: true })
})
