// regression bdbf01eb code-interception
import { expect, test } from 'vitest'

import { signedIn, SITE, someAddress, startWire, type Wire } from './test-client.ts'

/** Storage for supabase-js's verifier. */
function createMemory() {
	const items = new Map<string, string>()
	return {
		items,
		storage: {
			getItem: (key: string) => items.get(key) ?? null,
			setItem: (key: string, value: string) => void items.set(key, value),
			removeItem: (key: string) => void items.delete(key),
		},
	}
}

/** Starts a PKCE sign-in by email in a client. @returns the client and the auth code from its link */
async function followLink(wire: Wire, email: string) {
	const memory = createMemory()
	const client = wire.connect({ flowType: 'pkce', persistSession: true, storage: memory.storage })
	await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/dashboard` } })
	const { linkToken } = await wire.lastMail(email)
	expect(linkToken).toMatch(/^pkce_/)
	const answer = await wire.request(`/auth/v1/verify?token=${linkToken}&type=magiclink&redirect_to=${SITE}/dashboard`)
	expect(answer.status).toBe(303)
	const location = new URL(answer.headers.get('location') ?? '')
	expect([location.origin + location.pathname, location.hash]).toEqual([`${SITE}/dashboard`, ''])
	return { client, memory, code: location.searchParams.get('code') ?? '' }
}

const redeem = (wire: Wire, code: string, verifier: string) =>
	wire.post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })

/** supabase-js stores `"verifier"` or `"verifier/type"` as JSON. */
const verifierOf = (items: Map<string, string>) => {
	const stored = [...items].find(([key]) => key.includes('code-verifier'))?.[1] ?? ''
	return (JSON.parse(stored) as string).split('/')[0] ?? ''
}

test('a link opened in a browser leads to an auth code that only the requesting client can redeem, once', async () => {
	const wire = await startWire()
	const { email, user } = await signedIn(wire)
	const { client, code } = await followLink(wire, email)
	const { data, error } = await client.auth.exchangeCodeForSession(code)
	expect([error, data.user?.id]).toEqual([null, user.id])
	expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'magiclink' }])
})

test('an auth code fails with another verifier, after use, during a ban, and after five minutes', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const first = await followLink(wire, email)
	const verifier = verifierOf(first.memory.items)
	const codeOf = async (response: Response) => [response.status, response.headers.get('x-sb-error-code')]
	expect(await codeOf(await redeem(wire, first.code, 'f'.repeat(56)))).toEqual([400, 'bad_code_verifier'])
	expect(await codeOf(await redeem(wire, first.code, ''))).toEqual([400, 'validation_failed'])
	expect(await codeOf(await redeem(wire, 'unknown', verifier))).toEqual([404, 'flow_state_not_found'])
	expect((await redeem(wire, first.code, verifier)).status).toBe(200)
	expect(await codeOf(await redeem(wire, first.code, verifier))).toEqual([404, 'flow_state_not_found'])

	wire.clock.advance(61_000)
	const banned = await followLink(wire, email)
	const ban = (until: Date | null) => wire.deps.db.updateTable('auth.users').set({ banned_until: until }).execute()
	await ban(new Date(wire.clock.now().getTime() + 60_000))
	expect(await codeOf(await redeem(wire, banned.code, verifierOf(banned.memory.items)))).toEqual([403, 'user_banned'])
	await ban(null)

	wire.clock.advance(61_000)
	const second = await followLink(wire, email)
	wire.clock.advance(300_001)
	expect(await codeOf(await redeem(wire, second.code, verifierOf(second.memory.items)))).toEqual([422, 'flow_state_expired'])
})

test('64 parallel redemptions of one auth code create one session', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	const { memory, code } = await followLink(wire, email)
	const before = await wire.countRows('auth.sessions')
	const verifier = verifierOf(memory.items)
	const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(wire, code, verifier)))
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
	expect((await wire.countRows('auth.sessions')) - before).toBe(1)
})

test('our own page posts the link’s token and signs in without a verifier', async () => {
	const wire = await startWire()
	const { email, user } = await signedIn(wire)
	await wire.connect({ flowType: 'pkce', persistSession: true, storage: createMemory().storage }).auth.signInWithOtp({ email })
	const { linkToken } = await wire.lastMail(email)
	const { data } = await wire.connect().auth.verifyOtp({ token_hash: linkToken, type: 'magiclink' })
	expect(data.user?.id).toBe(user.id)
})

test('an implicit link puts the session into the fragment, and a used link an error', async () => {
	const wire = await startWire()
	const { email } = await signedIn(wire)
	await wire.connect().auth.signInWithOtp({ email })
	const { linkToken } = await wire.lastMail(email)
	const path = `/auth/v1/verify?token=${linkToken}&type=magiclink&redirect_to=${encodeURIComponent(`${SITE}/dashboard`)}`

	const probe = await wire.request(path, { method: 'HEAD' })
	expect([probe.status, probe.headers.get('location')]).toEqual([303, `${SITE}/dashboard`])

	const good = new URL((await wire.request(path)).headers.get('location') ?? '')
	const fragment = new URLSearchParams(good.hash.slice(1))
	expect([...fragment.keys()]).toEqual(['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'])
	expect([good.pathname, fragment.get('type'), fragment.get('sb')]).toEqual(['/dashboard', 'magiclink', ''])
	expect((await wire.connect().auth.getUser(fragment.get('access_token') ?? '')).data.user?.email).toBe(email)

	const used = new URL((await wire.request(path)).headers.get('location') ?? '')
	expect(Object.fromEntries(new URLSearchParams(used.hash.slice(1)))).toEqual({
		error: 'access_denied',
		error_code: 'otp_expired',
		error_description: 'Email link is invalid or has expired',
		sb: '',
	})
	const pkce = new URL((await wire.request('/auth/v1/verify?token=pkce_00&type=magiclink')).headers.get('location') ?? '')
	expect([pkce.searchParams.get('error_code'), new URLSearchParams(pkce.hash.slice(1)).get('error_code')]).toEqual([
		'otp_expired',
		'otp_expired',
	])
})

test.each([
	['challenge without method', { code_challenge: 'a'.repeat(43) }],
	['method without challenge', { code_challenge_method: 's256' }],
	['short challenge', { code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }],
	['strange characters', { code_challenge: `${'a'.repeat(43)}!`, code_challenge_method: 's256' }],
	['unknown method', { code_challenge: 'a'.repeat(43), code_challenge_method: 's512' }],
])('an incomplete or invalid PKCE challenge is refused: %s', async (_name, pkce) => {
	const wire = await startWire()
	const response = await wire.post('/otp', { email: someAddress(), ...pkce })
	expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
})
