import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { applyRetention } from '#server/services/people/privacy/apply-retention.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'
import { expectCaptcha } from '#tests/wire/captcha-guard.ts'
import { expectLimit } from '#tests/wire/limit-per-network.ts'
import { startWire } from '#tests/wire/test-client.ts'

test.each([{ domain: 'company.example' }, { providerId: '21648a9d-8d5a-4555-a9d1-d6375dc14e92' }])(
	'signInWithSSO reports that SAML is disabled: %j',
	async (given) => {
		const wire = await startWire()
		const { error } = await wire.connect().auth.signInWithSSO(given)
		expect([error?.status, error?.code, error?.message]).toEqual([404, 'saml_provider_disabled', 'SAML 2.0 is disabled'])
	},
)

test('a disabled provider is reported before other errors', async () => {
	const wire = await startWire()
	for (const body of [{}, { domain: 'a', provider_id: 'b' }, { domain: 'company.example' }]) {
		const sso = await wire.post('/sso', body)
		expect([sso.status, sso.headers.get('x-sb-error-code')]).toEqual([404, 'saml_provider_disabled'])
	}
})

test('the captcha is checked first, and GOTRUE_RATE_LIMIT_SSO applies', async () => {
	await expectCaptcha('/sso', { domain: 'school.example' })
	await expectLimit('GOTRUE_RATE_LIMIT_SSO', 'POST', '/sso', { domain: 'example.com' })
})

test('only one file of the plugin creates company accounts, and none checks the account kind', () => {
	const sources = globSync('server/plugins/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
	const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('is_sso_user')).sort()
	expect(naming).toEqual(['server/plugins/company-sign-in/choose-sso-account.ts'])
})

test('a used assertion is stored as long as it could be replayed', async () => {
	const { deps, clock } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const { id } = await deps.db
		.insertInto('auth.sso_providers')
		.values({ entity_id: 'https://idp.example', metadata_xml: '<x/>' })
		.returning('id')
		.executeTakeFirstOrThrow()
	const expiry = new Date(clock.now().getTime() + 60_000)
	await deps.db
		.insertInto('auth.saml_assertions')
		.values({ provider_id: id, assertion_hash: Buffer.from('once'), expires_at: expiry })
		.execute()
	expect(await applyRetention(ctx)).not.toHaveProperty('samlAssertions')
	clock.advance(60_001)
	expect(await applyRetention(ctx)).toMatchObject({ samlAssertions: 1 })
})
