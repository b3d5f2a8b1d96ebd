import { expect, test } from 'vitest'

import { describeCallbackFailure, refusalOfAddress } from './callback-failure.ts'

test.each([
	['access_denied', 'bad_oauth_callback', 'You are not signed in', 'you canceled there', false],
	['access_denied', null, 'You are not signed in', 'you canceled there', false],
	['invalid_request', 'bad_oauth_callback', 'You are not signed in', 'could not verify the other site', false],
	['server_error', 'unexpected_failure', 'You are not signed in', 'could not verify the other site', false],
	['server_error', null, 'You are not signed in', 'could not verify the other site', false],
	['invalid_request', 'bad_oauth_state', 'You are not signed in', 'took too long', false],
	['invalid_request', 'flow_state_already_used', 'You are not signed in', 'was already used', false],
	['invalid_request', 'provider_email_needs_verification', 'You are not signed in', 'Confirm it there', false],
	['invalid_request', 'email_address_not_provided', 'You are not signed in', 'did not share your email address', false],
	['access_denied', 'signup_disabled', 'You are not signed in', 'Sign-up is closed', false],
	['invalid_request', 'identity_already_exists', 'You are not signed in', 'already linked to another account', false],
	['invalid_request', 'email_exists', 'You are not signed in', 'Another account here has this email address', false],
	['invalid_request', 'provider_disabled', 'You are not signed in', 'cannot sign in this way', false],
	['invalid_request', 'saml_idp_not_found', 'You are not signed in', 'No organization here', false],
	['access_denied', 'user_banned', 'You are not signed in', 'account is closed for now', false],
	['access_denied', 'otp_expired', 'This link has expired', 'works once', true],
	['something', 'nobody_knows', 'You are not signed in', 'Please start again', false],
	[null, null, 'You are not signed in', 'Please start again', false],
])('%s with %s is shown as “%s”', (error, code, title, words, wantsNewLink) => {
	const failure = describeCallbackFailure(refusalOfAddress({ error, code }))
	expect(failure).toMatchObject({ title, wantsNewLink })
	expect(failure.text).toContain(words)
})

test('a link opened in the wrong browser leads to requesting a new one', () => {
	expect(describeCallbackFailure({ kind: 'other-browser' })).toMatchObject({ title: 'This link does not work', wantsNewLink: true })
})
