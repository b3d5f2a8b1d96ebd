import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startOidcProvider } from './oidc-provider.ts'
import { startWire } from './test-client.ts'

const ON = {
	TRUSTED_PROXY_HOPS: '1',
	GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: '1',
	GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: '1',
	GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: '1',
}
const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc.constantFrom('custom:acme', 'ethereum', 'solana', '', '\0', '../x', 'a.b.c', '\ud800'),
)
const query = fc.dictionary(
	fc.oneof(
		fc.constantFrom(
			'provider',
			'redirect_to',
			'scopes',
			'code_challenge',
			'code_challenge_method',
			'state',
			'code',
			'error',
			'iss',
			'prompt',
		),
		fc.string({ maxLength: 12 }),
	),
	text,
	{ maxKeys: 8 },
)
const body = fc.oneof(
	fc.dictionary(
		fc.constantFrom(
			'provider',
			'id_token',
			'access_token',
			'nonce',
			'link_identity',
			'chain',
			'message',
			'signature',
			'domain',
			'provider_id',
		),
		fc.oneof(text, fc.jsonValue()),
	),
	fc.jsonValue(),
)

test('no input to OAuth and wallet endpoints signs anyone in or causes a server error', async () => {
	const provider = await startOidcProvider()
	const wire = await startWire({ env: { ...provider.env, ...ON } })
	let caller = 0
	// Each call comes from another address, because limits aren't tested here.
	const elsewhere = () => ({ 'x-forwarded-for': `198.18.${(caller += 1) >> 8}.${caller & 255}` })
	const isAnswered = async (response: Response) => {
		expect(response.status).toBeLessThan(500)
		const location = response.headers.get('location')
		if (location) expect([provider.issuer, 'http://localhost:3000']).toContain(new URL(location).origin)
	}
	const asQuery = (record: Record<string, string>) =>
		new URLSearchParams(Object.entries(record).map(([key, value]) => [key, value.toWellFormed()])).toString()
	await fc.assert(
		fc.asyncProperty(query, body, fc.constantFrom('id_token', 'web3'), async (asked, sent, grant) => {
			const headers = elsewhere()
			await isAnswered(await wire.request(`/auth/v1/authorize?${asQuery(asked)}`, { headers }))
			await isAnswered(await wire.request(`/auth/v1/authorize?${asQuery({ ...asked, provider: 'custom:acme' })}`, { headers }))
			await isAnswered(await wire.request(`/auth/v1/callback?${asQuery(asked)}`, { headers }))
			await isAnswered(await wire.request('/auth/v1/callback', { method: 'POST', body: asQuery(asked), headers }))
			await isAnswered(await wire.post(`/token?grant_type=${grant}`, sent, headers))
			await isAnswered(await wire.post('/sso', sent, headers))
		}),
		{ numRuns: 60 },
	)
	expect([await wire.countRows('auth.users'), await wire.countRows('auth.sessions'), await wire.countRows('auth.identities')]).toEqual([
		0, 0, 0,
	])
})
