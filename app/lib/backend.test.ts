import { afterEach, expect, test, vi } from 'vitest'

const made = vi.hoisted(() => vi.fn())
vi.mock('@supabase/auth-js', () => ({
	GoTrueClient: class {
		constructor() {
			made()
		}
		onAuthStateChange() {}
		getSession = async () => ({ data: { session: { access_token: 'renewed' } } })
	},
}))

afterEach(() => {
	localStorage.clear()
	made.mockClear()
	vi.resetModules()
})

const user = { id: 'u1', email: 'ada@example.com' }
/** Imports the modules again, as a new page does, in a browser with this stored session. */
async function openPage(session: object | null) {
	if (session) localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session))
	return import('./backend.ts')
}
const inSeconds = (seconds: number) => Math.round(Date.now() / 1000) + seconds

test('a token valid for a while is used as stored, without loading the client', async () => {
	const { accessToken } = await openPage({ access_token: 'stored', expires_at: inSeconds(600), user })
	expect(await accessToken()).toBe('stored')
	expect(made).not.toHaveBeenCalled()
})

test('once loaded, the client is asked', async () => {
	const { accessToken, loadAuth } = await openPage({ access_token: 'stored', expires_at: inSeconds(600), user })
	await loadAuth()
	expect(await accessToken()).toBe('renewed')
})

test.each([
	['ends soon', { access_token: 'stored', expires_at: inSeconds(100), user }],
	['has ended', { access_token: 'stored', expires_at: inSeconds(-100), user }],
	['has no expiry', { access_token: 'stored', user }],
	['isn’t a string', { access_token: 7, expires_at: inSeconds(600), user }],
])('the client renews a token that %s', async (_case, session) => {
	const { accessToken } = await openPage(session)
	expect(await accessToken()).toBe('renewed')
	expect(made).toHaveBeenCalledTimes(1)
})

test('a visitor has no token, and the client isn’t loaded', async () => {
	const { accessToken } = await openPage(null)
	expect(await accessToken()).toBeNull()
	expect(made).not.toHaveBeenCalled()
})
