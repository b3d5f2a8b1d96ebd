import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useCallbackLink } from './use-callback.ts'

const session = {
	access_token: 'a.b.c',
	refresh_token: 'r',
	token_type: 'bearer',
	expires_in: 3600,
	user: {
		id: 'u1',
		email: 'ada@example.com',
		user_metadata: {},
		app_metadata: {},
		aud: 'authenticated',
		created_at: '2026-11-20T10:00:00Z',
	},
}
const signsIn = () => Response.json(session)
const refuses = () =>
	Response.json({ code: 'otp_expired', message: 'no' }, { status: 403, headers: { 'x-supabase-api-version': '2024-01-01' } })
const isAway = () => Promise.reject(new TypeError('Failed to fetch'))

/** Opens the callback page; every server response is the same. Returns the URL after all redirects. */
async function openLink(rest: string, answer: () => Response | Promise<Response>) {
	const server = vi.fn(async () => answer())
	vi.stubGlobal('fetch', server)
	const arrived: { isRecovery: boolean }[] = []
	const address = new URL(`http://localhost:3000/auth/callback${rest}`)
	const hook = await renderHook(() => useCallbackLink(address, (arrival) => arrived.push(arrival)))
	return { hook, server, arrived, proceed: () => hook.run(() => hook.current().proceed()) }
}

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('opening a link doesn’t use it up; pressing the button does, once', async () => {
	const { hook, server, arrived, proceed } = await openLink('?token_hash=abc&type=magiclink', signsIn)
	expect([hook.current().state, server.mock.calls]).toEqual([{ step: 'ask', from: 'mail', host: null }, []])
	await proceed()
	await proceed()
	expect([server.mock.calls.length, arrived]).toEqual([1, [{ isRecovery: false }]])
})

test('a mail requested by another site returns there through the server, which knows the allowed URLs', async () => {
	const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
	const { hook, server, proceed } = await openLink('?token_hash=abc&type=magiclink&redirect_to=https%3A%2F%2Fapp.example%2Fback', signsIn)
	expect(hook.current().state).toEqual({ step: 'ask', from: 'mail', host: 'app.example' })
	await proceed()
	const href = '/auth/v1/verify?token_hash=abc&type=magiclink&redirect_to=https%3A%2F%2Fapp.example%2Fback'
	expect([assign.mock.calls, server.mock.calls]).toEqual([[[href]], []])
})

test('a session in the URL is accepted only after a click, and shows its account', async () => {
	const token = `a.${btoa(JSON.stringify({ email: 'ada@example.com' }))}.c`
	const { hook, server, arrived } = await openLink(`#access_token=${token}&refresh_token=r`, signsIn)
	expect([hook.current().state, server.mock.calls, arrived]).toEqual([{ step: 'ask', from: 'site', account: 'ada@example.com' }, [], []])
})

test('a recovery link leads to setting a new password', async () => {
	const { arrived, proceed } = await openLink('?token_hash=abc&type=recovery', signsIn)
	await proceed()
	expect(arrived).toEqual([{ isRecovery: true }])
})

test('a used link is reported as expired and not retried', async () => {
	const { hook, server, arrived, proceed } = await openLink('?token_hash=abc&type=magiclink', refuses)
	await proceed()
	await proceed()
	expect([hook.current().state, server.mock.calls.length, arrived]).toEqual([{ step: 'failed', refusal: { kind: 'expired' } }, 1, []])
})

test('a link that never reached the server can be retried', async () => {
	const { hook, arrived, proceed } = await openLink('?token_hash=abc&type=magiclink', isAway)
	await proceed()
	expect(hook.current().state).toEqual({ step: 'failed', refusal: { kind: 'unreachable' } })
	vi.stubGlobal('fetch', async () => signsIn())
	await proceed()
	expect(arrived).toEqual([{ isRecovery: false }])
})

test('a code from another browser is reported as such', async () => {
	const { hook } = await openLink('?code=xyz', signsIn)
	expect(hook.current().state).toMatchObject({ step: 'failed', refusal: { kind: 'other-browser' } })
})

test.each([
	['#error=access_denied&error_code=otp_expired&error_description=x', { step: 'failed', refusal: { kind: 'expired' } }],
	['#error=server_error&error_description=Something+broke', { step: 'failed', refusal: { kind: 'provider-failed' } }],
	['?error=access_denied&error_code=bad_oauth_callback', { step: 'failed', refusal: { kind: 'denied' } }],
	['#message=Confirm+the+other+address', { step: 'notice' }],
	['', { step: 'empty' }],
])('%s shows %o without a request to the server', async (rest, expected) => {
	const { hook, server } = await openLink(rest, signsIn)
	expect([hook.current().state, server.mock.calls]).toEqual([expected, []])
})
