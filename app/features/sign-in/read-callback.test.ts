import { expect, test } from 'vitest'

import { readTokenEmail, readNextPath, readCallback, type CallbackRequest } from './read-callback.ts'

const at = (rest: string) => new URL(`http://launchway.test/auth/callback${rest}`)

test.each<[string, CallbackRequest]>([
	['?token_hash=abc&type=magiclink', { kind: 'link', tokenHash: 'abc', type: 'magiclink', foreign: null }],
	['?token_hash=pkce_abc&type=recovery&next=%2Fmodules', { kind: 'link', tokenHash: 'pkce_abc', type: 'recovery', foreign: null }],
	['?token_hash=abc&type=magiclink&redirect_to=%2Fdashboard', { kind: 'link', tokenHash: 'abc', type: 'magiclink', foreign: null }],
	[
		'?token_hash=abc&type=magiclink&redirect_to=https%3A%2F%2Fapp.example%2Fback%3Fa%3D1&extra=x',
		{
			kind: 'link',
			tokenHash: 'abc',
			type: 'magiclink',
			foreign: {
				host: 'app.example',
				href: '/auth/v1/verify?token_hash=abc&type=magiclink&redirect_to=https%3A%2F%2Fapp.example%2Fback%3Fa%3D1',
			},
		},
	],
	[
		'?token_hash=abc&type=magiclink&redirect_to=javascript%3Aalert(1)',
		{ kind: 'link', tokenHash: 'abc', type: 'magiclink', foreign: null },
	],
	['?token_hash=abc&type=nonsense', { kind: 'empty' }],
	['?token_hash=&type=magiclink', { kind: 'empty' }],
	['?token_hash=abc', { kind: 'empty' }],
	['?code=xyz', { kind: 'code', code: 'xyz' }],
	['#access_token=a&refresh_token=r&type=recovery', { kind: 'tokens', accessToken: 'a', refreshToken: 'r', isRecovery: true }],
	['#access_token=a&refresh_token=r&type=magiclink', { kind: 'tokens', accessToken: 'a', refreshToken: 'r', isRecovery: false }],
	['#access_token=a', { kind: 'empty' }],
	['#message=Confirm+the+other+address&sb=', { kind: 'notice' }],
	[
		'#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb=',
		{ kind: 'failed', error: 'access_denied', code: 'otp_expired' },
	],
	['?error=server_error&code=xyz', { kind: 'failed', error: 'server_error', code: null }],
	['?error_description=Call+this+number', { kind: 'failed', error: null, code: null }],
	['?error=access_denied&error_code=bad_oauth_callback', { kind: 'failed', error: 'access_denied', code: 'bad_oauth_callback' }],
	['', { kind: 'empty' }],
])('%s is parsed as %o', (rest, expected) => {
	expect(readCallback(at(rest))).toEqual(expected)
})

test.each([
	['?next=%2Fcourse%2Fmodule1', '/course/module1'],
	['?next=https%3A%2F%2Fevil.example', null],
	['?redirect_to=%2Fdashboard', '/dashboard'],
	['?redirect_to=http%3A%2F%2Flaunchway.test%2Fmodules%3Fa%3D1', '/modules?a=1'],
	['?redirect_to=%2Fauth%2Fcallback%3Fnext%3D%252Fcourse%252Fmodule1', '/course/module1'],
	['?redirect_to=%2Fauth%2Fcallback', null],
	['?redirect_to=http%3A%2F%2Fevil.example%2Fmodules', null],
	['?redirect_to=%2F%2Fevil.example%2Fmodules', null],
	['?redirect_to=javascript%3Aalert(1)', null],
	['?redirect_to=http%3A%2F%2Flaunchway.test', null],
	['?next=%2Fmodules&redirect_to=%2Fdashboard', '/modules'],
	['', null],
])('%s continues to %s', (rest, expected) => {
	expect(readNextPath(at(rest))).toBe(expected)
})

test.each([
	['a.eyJlbWFpbCI6IsOpQGV4YW1wbGUuY29tIn0.c', 'é@example.com'],
	['a.eyJlbWFpbCI6IiJ9.c', null],
	['a.bnVsbA.c', null],
	['a.%.c', null],
	['', null],
])('token %s belongs to account %s', (token, account) => {
	expect(readTokenEmail(token)).toBe(account)
})
