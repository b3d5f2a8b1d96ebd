import { expect, test } from 'vitest'

import { describeRefusal, refusalFrom } from './auth-refusal.ts'

test.each([
	[{ name: 'AuthRetryableFetchError', status: 0, message: 'Failed to fetch' }, { kind: 'unreachable' }],
	[{ name: 'AuthRetryableFetchError', status: 503, message: '' }, { kind: 'unreachable' }],
	[new TypeError('Failed to fetch dynamically imported module'), { kind: 'unreachable' }],
	[undefined, { kind: 'unreachable' }],
	[
		{ name: 'AuthApiError', status: 429, code: 'over_email_send_rate_limit', message: 'you can only request this after 43 seconds.' },
		{ kind: 'limited', seconds: 43, sent: 'email' },
	],
	[
		{ name: 'AuthApiError', status: 429, code: 'over_email_send_rate_limit', message: 'you can only request this after 70000 seconds.' },
		{ kind: 'messages-used-up' },
	],
	[
		{
			name: 'AuthApiError',
			status: 429,
			code: 'over_sms_send_rate_limit',
			message: 'SMS rate limit exceeded, please try again in 601 seconds',
		},
		{ kind: 'messages-used-up' },
	],
	[
		{ name: 'AuthApiError', status: 429, code: 'over_request_rate_limit', message: 'Rate limit reached' },
		{ kind: 'limited', seconds: null, sent: null },
	],
	[{ name: 'AuthApiError', status: 400, code: 'invalid_credentials', message: 'no' }, { kind: 'wrong-credentials' }],
	[{ name: 'AuthApiError', status: 400, code: 'email_not_confirmed', message: 'no' }, { kind: 'unconfirmed' }],
	[{ name: 'AuthApiError', status: 403, code: 'otp_expired', message: 'no' }, { kind: 'expired' }],
	[{ name: 'AuthApiError', status: 400, code: 'bad_code_verifier', message: 'no' }, { kind: 'other-browser' }],
	[{ name: 'AuthSessionMissingError', status: 400, message: 'Auth session missing!' }, { kind: 'signed-out' }],
	[{ name: 'AuthApiError', status: 400, code: 'refresh_token_not_found', message: 'no' }, { kind: 'signed-out' }],
	[
		{ name: 'AuthApiError', status: 400, code: 'validation_failed', message: 'Unable to validate email address: invalid format' },
		{ kind: 'invalid-email' },
	],
	[
		{ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', message: 'Too short', reasons: ['length'] },
		{ kind: 'weak-password', reasons: ['length'], message: 'Too short' },
	],
	[
		{ name: 'AuthApiError', status: 422, code: 'constructor', message: 'Odd' },
		{ kind: 'refused', message: 'Odd' },
	],
])('%o is classified as %o', (error, expected) => {
	expect(refusalFrom(error)).toEqual(expected)
})

test.each([
	[43, 'Too many attempts. Please wait 43 seconds and try again.'],
	[1, 'Too many attempts. Please wait 1 second and try again.'],
	[null, 'Too many attempts. Please wait a moment and try again.'],
])('a limit of %s seconds is a readable sentence', (seconds, sentence) => {
	expect(describeRefusal({ kind: 'limited', seconds, sent: 'email' })).toBe(sentence)
})
