import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { readConfig } from '#server/process/environment.ts'

import { samlSettings } from './settings.ts'

const makeKey = (modulusLength = 2048, publicExponent = 65_537) =>
	generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64')
const KEY = makeKey()
const ON = { NODE_ENV: 'test', GOTRUE_SAML_ENABLED: 'true', GOTRUE_SAML_PRIVATE_KEY: KEY }

const samlOf = (env: Record<string, string>) => readConfig(env).plugins.of(samlSettings).saml

test('SAML is off by default and needs no key then', () => {
	expect(samlOf({ NODE_ENV: 'test' })).toBeNull()
	expect(samlOf({ NODE_ENV: 'test', GOTRUE_SAML_PRIVATE_KEY: KEY })).toBeNull()
})

test('our SAML URLs use the site’s address or the configured one', () => {
	expect(samlOf({ ...ON, NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: 'https://academy.example' })).toMatchObject({
		entityId: 'https://academy.example/auth/v1/sso/saml/metadata',
		acsUrl: 'https://academy.example/auth/v1/sso/saml/acs',
		decrypts: false,
		flowSeconds: 300,
		assertionsPerFiveMinutes: 15,
	})
	const other = samlOf({
		...ON,
		GOTRUE_SAML_EXTERNAL_URL: 'https://login.example/auth/',
		GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD: '2m30s',
	})
	expect(other).toMatchObject({ acsUrl: 'https://login.example/auth/sso/saml/acs', flowSeconds: 150 })
})

test.each([
	['GOTRUE_SAML_PRIVATE_KEY', {}, 'is needed'],
	['GOTRUE_SAML_PRIVATE_KEY', { GOTRUE_SAML_PRIVATE_KEY: 'bm8ga2V5' }, 'must be an RSA key'],
	['GOTRUE_SAML_PRIVATE_KEY', { GOTRUE_SAML_PRIVATE_KEY: makeKey(1024) }, '2048'],
	['GOTRUE_SAML_PRIVATE_KEY', { GOTRUE_SAML_PRIVATE_KEY: makeKey(2048, 3) }, '65537'],
	['GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD', { GOTRUE_SAML_PRIVATE_KEY: KEY, GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD: '5' }, 'duration'],
	['GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD', { GOTRUE_SAML_PRIVATE_KEY: KEY, GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD: '2h' }, 'duration'],
	[
		'GOTRUE_SAML_EXTERNAL_URL',
		{ GOTRUE_SAML_PRIVATE_KEY: KEY, NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SAML_EXTERNAL_URL: 'http://x.example' },
		'https',
	],
])('an invalid %s stops the server: %j', (variable, change, message) => {
	expect(() => readConfig({ NODE_ENV: 'test', GOTRUE_SAML_ENABLED: '1', ...change })).toThrow(new RegExp(`${variable}: .*${message}`))
})
