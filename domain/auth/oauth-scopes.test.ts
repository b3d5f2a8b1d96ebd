import { expect, test } from 'vitest'

import { coversScopes, readScopes } from './oauth-scopes.ts'

test.each([
	['profile openid', ['openid', 'profile']],
	['email  email', ['email']],
	['', []],
	['email admin', null],
	['EMAIL', null],
	['constructor', null],
])('%j asks for %j', (text, scopes) => {
	expect(readScopes(text)).toEqual(scopes)
})

test('nothing is covered that was not allowed', () => {
	expect([coversScopes(['email', 'openid'], ['openid']), coversScopes(['email'], ['email', 'phone']), coversScopes([], [])]).toEqual([
		true,
		false,
		true,
	])
})
