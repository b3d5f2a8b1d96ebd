import { expect, test } from 'vitest'

import { describeCallbackFailure, refusalOfAddress } from './callback-failure.ts'

test.each([
	['access_denied', 'bad_oauth_callback', 'You are not signed in', 'you canceled there', false],
	['access_denied', null, 'You are not signed in', 'you canceled there', false],
	['invalid_request', 'bad_oauth_callback', 'That did not work', 'could not verify the other site', false],
	['server_error', 'unexpected_failure', 'That did not work', 'could not verify the other site', false],
	['server_error', null, 'That did not work', 'could not verify the other site', false],
	['invalid_request', 'bad_oauth_state', 'That did not work', 'took too long', false],
	['invalid_request', 'flow_state_already_used', 'That did not work', 'was already used', false],
	['invalid_request', 'provider_email_needs_verification', 'That did not work', 'Confirm it there', false],
	['invalid_request', 'email_address_not_provided', 'That did not work', 'did not share your email address', false],
	['access_denied', 'signup_disabled', 'That did not work', 'New accounts are closed', false],
	['invalid_request', 'identity_already_exists', 'That did not work', 'already linked to another account', false],
	['invalid_request', 'email_exists', 'That did not work', 'Another account here has this email address', false],
	['invalid_request', 'provider_disabled', 'That did not work', 'cannot sign in this way', false],
	['invalid_request', 'saml_idp_not_found', 'That did not work', 'No organization here', false],
	['access_denied', 'user_banned', 'That did not work', 'account is closed for now', false],
	['access_denied', 'otp_expired', 'This link has expired', 'works once', true],
	['something', 'nobody_knows', 'That did not work', 'Please start again', false],
	[null, null, 'That did not work', 'Please start again', false],
])('%s with %s is told as “%s”', (error, code, title, words, wantsNewLink) => {
	const failure = describeCallbackFailure(refusalOfAddress({ error, code }))
	expect(failure).toMatchObject({ title, wantsNewLink })
	expect(failure.text).toContain(words)
})

test('a link of a mail that belongs to another browser leads to a new one', () => {
	expect(describeCallbackFailure({ kind: 'other-browser' })).toMatchObject({ title: 'This link does not work', wantsNewLink: true })
})
