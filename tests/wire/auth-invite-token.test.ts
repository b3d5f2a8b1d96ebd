import { expect, test } from 'vitest'

import { startAdminWire } from './admin-client.ts'
import { errorOf, locationOf, openBrowser } from './browser.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { SITE, someAddress } from './test-client.ts'

async function start() {
	const provider = await startOidcProvider()
	const wire = await startAdminWire({ ...provider.env, GOTRUE_DISABLE_SIGNUP: 'true' })
	const email = someAddress()
	await wire.service.auth.admin.inviteUserByEmail(email, { data: { role: 'tutor' } })
	const { linkToken } = await wire.lastMail(email)
	/** Follows the invitation's link to the provider and back. */
	const accept = async (person: { sub: string; email: string; email_verified: boolean }, token = linkToken) => {
		const browser = openBrowser(wire)
		const { data } = await browser.client.auth.signInWithOAuth({
			provider: 'custom:acme',
			options: { redirectTo: `${SITE}/dashboard`, skipBrowserRedirect: true, queryParams: { invite_token: token } },
		})
		const departure = await browser.go(data.url ?? '')
		if (departure.status !== 302) return { status: departure.status, code: departure.headers.get('x-sb-error-code') }
		const back = await browser.go(provider.agree(departure.headers.get('location') ?? '', person))
		const code = locationOf(back).searchParams.get('code')
		if (!code) return { status: back.status, code: errorOf(back).query[1] }
		return { status: back.status, user: (await browser.client.auth.exchangeCodeForSession(code)).data.user }
	}
	return { wire, email, accept, linkToken }
}

test('an invitation can be accepted through a provider, even with sign-up closed, and then its mailed link is used up', async () => {
	const { wire, email, accept, linkToken } = await start()
	const { user } = await accept({ sub: 'p', email, email_verified: true })
	expect(user).toMatchObject({ email, user_metadata: { role: 'tutor' }, app_metadata: { providers: ['custom:acme'] } })
	expect(user?.email_confirmed_at).toBeTruthy()
	const late = await wire.connect().auth.verifyOtp({ token_hash: linkToken, type: 'invite' })
	expect(late.error?.code).toBe('otp_expired')
	expect(await accept({ sub: 'q', email, email_verified: true })).toEqual({ status: 404, code: 'invite_not_found' })
	expect(await wire.countRows('auth.users')).toBe(1)
})

test.each([
	['another address', { sub: 'p', email: 'other@example.com', email_verified: true }],
	['an address the provider has not verified', { sub: 'p', email: '', email_verified: false }],
])('%s doesn’t accept the invitation, which stays valid', async (_name, person) => {
	const { email, accept } = await start()
	const refused = await accept({ ...person, email: person.email || email })
	expect(refused).toEqual({ status: 303, code: 'validation_failed' })
	expect((await accept({ sub: 'p', email, email_verified: true })).user?.email).toBe(email)
})

test('an unknown, expired or wrong kind of invitation token is refused', async () => {
	const { wire, email, accept } = await start()
	const person = { sub: 'p', email, email_verified: true }
	const { data } = await wire.service.auth.admin.generateLink({ type: 'recovery', email })
	const ofOtherKind = data.properties?.hashed_token ?? ''
	expect(ofOtherKind).not.toBe('')
	for (const token of ['x', '0'.repeat(56), '%00', ofOtherKind])
		expect(await accept(person, token)).toEqual({ status: 404, code: 'invite_not_found' })
	wire.clock.advance(8 * 86_400_000)
	expect(await accept(person)).toEqual({ status: 404, code: 'invite_not_found' })
})

test('an identity of another account can’t take over the invited account', async () => {
	const { wire, email, accept } = await start()
	await accept({ sub: 'p', email, email_verified: true })
	const second = someAddress()
	await wire.service.auth.admin.inviteUserByEmail(second)
	const { linkToken } = await wire.lastMail(second)
	expect(await accept({ sub: 'p', email: second, email_verified: true }, linkToken)).toEqual({
		status: 303,
		code: 'identity_already_exists',
	})
	expect(await wire.deps.db.selectFrom('auth.identities').select('provider_id').execute()).toHaveLength(2)
})
