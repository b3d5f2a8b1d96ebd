import { afterEach, expect, test, vi } from 'vitest'

import {
	confirmEmailCode,
	verifyEmailLink,
	requestPasswordReset,
	requestSignInCode,
	requestSignupCode,
	signInWithPassword,
	signOut,
} from './auth-calls.ts'
import { loadAuth } from './backend.ts'
import { readSession, sessionKey } from './stored-session.ts'

type Asked = { path: string; query: URLSearchParams; body: Record<string, unknown> }

/** Runs the real client against an auth server that gives every request the same response, and records the requests. */
function authServer(answer: () => Response | Promise<Response>) {
	const asked: Asked[] = []
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		const url = new URL(String(input))
		asked.push({ path: url.pathname, query: url.searchParams, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} })
		return answer()
	})
	return asked
}

const refusing = (status: number, code: string, message = 'no') =>
	authServer(() => Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } }))

const origin = window.location.origin
const session = {
	access_token: 'a.b.c',
	refresh_token: 'r',
	token_type: 'bearer',
	expires_in: 3600,
	expires_at: Math.floor(Date.now() / 1000) + 3600,
	user: {
		id: 'u1',
		email: 'ada@example.com',
		user_metadata: { name: 'Ada' },
		app_metadata: {},
		aud: 'authenticated',
		created_at: '2026-11-20T10:00:00Z',
	},
}

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('signing up sends name, address and redirect URL', async () => {
	const asked = authServer(() => Response.json({}))
	expect(await requestSignupCode({ name: 'Ada', email: 'ada@example.com', next: '/course/module1' })).toEqual({ ok: true, value: null })
	expect(asked).toHaveLength(1)
	expect(asked[0]).toMatchObject({ path: '/auth/v1/otp', body: { email: 'ada@example.com', data: { name: 'Ada' }, create_user: true } })
	expect(asked[0]?.query.get('redirect_to')).toBe(`${origin}/auth/callback?next=%2Fcourse%2Fmodule1`)
	expect(asked[0]?.body.code_challenge_method).toBe('s256')
})

test('signing in by code creates no account and doesn’t reveal an unknown address', async () => {
	const asked = refusing(422, 'otp_disabled', 'Signups not allowed for otp')
	expect(await requestSignInCode({ email: 'nobody@example.com', next: null })).toEqual({ ok: true, value: null })
	expect(asked[0]?.body).toMatchObject({ create_user: false })
})

test('other errors aren’t mistaken for an unknown address', async () => {
	refusing(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 12 seconds.')
	expect(await requestSignInCode({ email: 'ada@example.com', next: null })).toEqual({
		ok: false,
		refusal: { kind: 'limited', seconds: 12, sent: 'email' },
	})
})

test('a recovery mail returns through the callback', async () => {
	const asked = authServer(() => Response.json({}))
	await requestPasswordReset('ada@example.com')
	expect(asked[0]?.path).toBe('/auth/v1/recover')
	expect(asked[0]?.query.get('redirect_to')).toBe(`${origin}/auth/callback`)
})

test('a right code signs in, and signing out drops a session the server no longer knows', async () => {
	const asked = authServer(() => Response.json(session))
	expect(await confirmEmailCode('ada@example.com', '123456')).toEqual({ ok: true, value: null })
	expect(asked[0]).toMatchObject({ path: '/auth/v1/verify', body: { email: 'ada@example.com', token: '123456', type: 'email' } })
	expect(readSession()).toEqual({ status: 'signed-in', user: { id: 'u1', email: 'ada@example.com', name: 'Ada' } })

	refusing(403, 'session_not_found')
	expect(await signOut()).toEqual({ ok: true, value: null })
	expect(readSession()).toEqual({ status: 'signed-out' })
})

test('a token refreshed during sign-out doesn’t sign in again', async () => {
	authServer(() => Response.json({ ...session, expires_at: 1 }))
	await confirmEmailCode('ada@example.com', '123456')
	const { promise: refreshed, resolve: refresh } = Promise.withResolvers<Response>()
	const asked: string[] = []
	vi.stubGlobal('fetch', (input: string | URL) => {
		asked.push(new URL(String(input)).pathname)
		return asked.at(-1) === '/auth/v1/token' ? refreshed : Promise.resolve(new Response(null, { status: 204 }))
	})
	const auth = await loadAuth()
	const late = auth.refreshSession()
	await vi.waitFor(() => expect(asked).toContain('/auth/v1/token'))
	localStorage.setItem(sessionKey(), JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 3600 }))
	expect(await signOut()).toEqual({ ok: true, value: null })
	refresh(Response.json({ ...session, access_token: 'd.e.f' }))
	await late
	expect([readSession().status, asked.filter((path) => path === '/auth/v1/logout').length]).toEqual(['signed-out', 1])
})

test('with the server unreachable sign-out keeps the session, and a second try ends it locally', async () => {
	authServer(() => Response.json(session))
	await confirmEmailCode('ada@example.com', '123456')
	authServer(() => Promise.reject(new TypeError('Failed to fetch')))
	expect(await signOut()).toEqual({ ok: false, refusal: { kind: 'unreachable' } })
	expect(readSession().status).toBe('signed-in')

	const asked = authServer(() => new Response(null, { status: 204 }))
	expect(await signOut()).toEqual({ ok: true, value: null })
	expect(asked.map(({ path, query }) => [path, query.get('scope')])).toEqual([['/auth/v1/logout', 'local']])
	expect(readSession()).toEqual({ status: 'signed-out' })
})

test.each([
	['a wrong code', () => confirmEmailCode('ada@example.com', '000000'), 403, 'otp_expired', { kind: 'expired' }],
	['a used link', () => verifyEmailLink('abc', 'magiclink'), 403, 'otp_expired', { kind: 'expired' }],
	['a wrong password', () => signInWithPassword('ada@example.com', 'x'), 400, 'invalid_credentials', { kind: 'wrong-credentials' }],
] as const)('%s is refused and doesn’t sign in', async (...[, call, status, code, refusal]) => {
	refusing(status, code)
	expect(await call()).toEqual({ ok: false, refusal })
	expect(readSession()).toEqual({ status: 'signed-out' })
})

test('a network failure is reported as unreachable', async () => {
	authServer(() => Promise.reject(new TypeError('Failed to fetch')))
	expect(await signInWithPassword('ada@example.com', 'x')).toEqual({ ok: false, refusal: { kind: 'unreachable' } })
})
