import * as oidc from 'openid-client'
import { expect, test } from 'vitest'

import { errorOf, openBrowser } from './browser.ts'
import { agree, askedId, leaveFor, openApp, startOauthWire } from './oauth-app.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { GOOD_PASSWORD, signedIn, SITE, someAddress } from './test-client.ts'

const OTHER_PASSWORD = 'another-Horse-battery-77'

async function start() {
	const provider = await startOidcProvider()
	const wire = await startOauthWire({ ...provider.env, GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
	const { email, user } = await signedIn(wire)
	/** One more device of the account, held by a thief. */
	const thief = wire.connect()
	await thief.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	const owner = wire.connect()
	await owner.auth.signInWithPassword({ email, password: GOOD_PASSWORD })
	return { provider, wire, email, user, thief, owner }
}
type World = Awaited<ReturnType<typeof start>>

const ENDS: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
	['sets a new password', ({ owner }) => owner.auth.updateUser({ password: OTHER_PASSWORD })],
	['signs out everywhere', ({ owner }) => owner.auth.signOut({ scope: 'global' })],
	['signs out everywhere else', ({ owner }) => owner.auth.signOut({ scope: 'others' })],
	['is given a new password', ({ wire, user }) => wire.service.auth.admin.updateUserById(user.id, { password: OTHER_PASSWORD })],
]

test.each(ENDS)('a way in that a thief asked for is not added after its owner %s', async (_what, end) => {
	const world = await start()
	const { wire, provider, thief, user } = world
	const browser = openBrowser(wire)
	const token = (await thief.auth.getSession()).data.session?.access_token ?? ''
	const path = `/auth/v1/user/identities/authorize?provider=custom:acme&skip_http_redirect=true&redirect_to=${SITE}/settings`
	const asked = browser.keep(await wire.request(path, { headers: { authorization: `Bearer ${token}` } }))
	const { url } = (await asked.json()) as { url: string }
	await end(world)
	const back = await browser.go(provider.agree(url, { sub: 'thief', email: someAddress(), email_verified: true }))
	expect(errorOf(back).query).toEqual(['access_denied', 'session_not_found'])
	const names = await wire.deps.db.selectFrom('auth.identities').select('provider').where('user_id', '=', user.id).execute()
	expect(names).toEqual([{ provider: 'email' }])
})

test.each(ENDS)('an application that a thief let in gets no tokens after its owner %s', async (_what, end) => {
	const world = await start()
	const { wire, thief } = world
	const app = await openApp(wire, { method: 'none' })
	const { url, keep } = await leaveFor(app)
	const back = await agree({ client: thief } as Parameters<typeof agree>[0], await askedId(wire, url))
	await end(world)
	await expect(oidc.authorizationCodeGrant(app.config, back, keep)).rejects.toMatchObject({ error: 'invalid_grant' })
})

const BANNED = ['is banned', ({ wire, user }: World) => wire.service.auth.admin.updateUserById(user.id, { ban_duration: '1h' })] as const
const BURNED = [ENDS[0], ENDS[3]].filter((end) => end !== undefined)

test.each([...BURNED.map((end) => [...end, 'flow_state_not_found'] as const), [...BANNED, 'user_banned'] as const])(
	'a code that a mailed link led to opens nothing after its owner %s',
	async (_what, end, refusal) => {
		const world = await start()
		const { wire, email } = world
		const items = new Map<string, string>()
		const storage = {
			getItem: (key: string) => items.get(key) ?? null,
			setItem: (key: string, value: string) => void items.set(key, value),
			removeItem: (key: string) => void items.delete(key),
		}
		const reader = wire.connect({ flowType: 'pkce', persistSession: true, storage })
		await reader.auth.signInWithOtp({ email })
		const { linkToken } = await wire.lastMail(email)
		const answer = await wire.request(`/auth/v1/verify?token=${linkToken}&type=magiclink`)
		const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
		expect(code).not.toBe('')
		await end(world)
		expect((await reader.auth.exchangeCodeForSession(code)).error?.code).toBe(refusal)
	},
)

test('learners who open questions at the same time do not keep each other waiting', async () => {
	const { wire, owner } = await start()
	const app = await openApp(wire, { method: 'none' })
	const ids = await Promise.all(Array.from({ length: 12 }, async () => askedId(wire, (await leaveFor(app)).url)))
	const opened = await Promise.all(ids.map((id) => owner.auth.oauth.getAuthorizationDetails(id)))
	expect(opened.map(({ error }) => error)).toEqual(ids.map(() => null))
})

test('an address that the operator has taken away gets no answer to a question from before', async () => {
	const { wire, owner } = await start()
	const app = await openApp(wire, { method: 'none' })
	const [opened = '', approved = '', denied = ''] = await Promise.all(
		Array.from({ length: 3 }, async () => askedId(wire, (await leaveFor(app)).url)),
	)
	for (const id of [approved, denied]) await owner.auth.oauth.getAuthorizationDetails(id)
	await wire.service.auth.admin.oauth.updateClient(app.id, { redirect_uris: ['https://app.example/new'] })
	const answers = [
		await owner.auth.oauth.getAuthorizationDetails(opened),
		await owner.auth.oauth.approveAuthorization(approved),
		await owner.auth.oauth.denyAuthorization(denied),
	]
	expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'oauth_authorization_not_found'))
})
