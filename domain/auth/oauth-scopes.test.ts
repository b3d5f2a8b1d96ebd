import { expect, test } from 'vitest'

import { coversScopes, readScopes } from './oauth-scopes.ts'

test.each([
	['profile openid', ['openid', 'profile']],
	['email  email', ['email']],
	['', []],
	['email admin', null],
	['EMAIL', null],
	['constructor', null],
])('%j requests %j', (text, scopes) => {
	expect(readScopes(text)).toEqual(scopes)
})

test('only granted scopes are covered', () => {
	expect([coversScopes(['email', 'openid'], ['openid']), coversScopes(['email'], ['email', 'phone']), coversScopes([], [])]).toEqual([
		true,
		false,
		true,
	])
})
