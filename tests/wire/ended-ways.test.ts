import { expect, test } from 'vitest'

import { errorOf, openBrowser } from './browser.ts'
import { type EndingWorld, ENDS, startEnding } from './ends-of-sessions.ts'
import { SITE, someAddress } from './test-client.ts'

test.each(ENDS)('an identity or factor requested by a thief isn’t added after its owner %s', async (_what, end) => {
	const world = await startEnding()
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

const BANNED = [
	'is banned',
	({ wire, user }: EndingWorld) => wire.service.auth.admin.updateUserById(user.id, { ban_duration: '1h' }),
] as const
const BURNED = [ENDS[0], ENDS[3]].filter((end) => end !== undefined)

test.each([...BURNED.map((end) => [...end, 'flow_state_not_found'] as const), [...BANNED, 'user_banned'] as const])(
	'a code from a mailed link doesn’t work after its owner %s',
	async (_what, end, refusal) => {
		const world = await startEnding()
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
