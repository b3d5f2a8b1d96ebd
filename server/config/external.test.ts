import { expect, test } from 'vitest'

import { readConfig } from './config.ts'

const GOOD = {
	NODE_ENV: 'production',
	SANDBOX: '1',
	GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
	GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: 'web, phone',
	GOTRUE_EXTERNAL_CUSTOM_SECRET: 'secret',
	GOTRUE_EXTERNAL_CUSTOM_URL: 'https://login.example/',
}

test('an enabled provider has its name, issuer and audiences; others are absent', () => {
	const { auth } = readConfig({ ...GOOD, GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'unused' })
	expect(auth.providers).toEqual({
		'custom:oidc': { name: 'custom:oidc', kind: 'oidc', url: 'https://login.example', clientIds: ['web', 'phone'], secret: 'secret' },
	})
})

test.each([
	['CLIENT_ID', ''],
	['CLIENT_ID', ' , '],
	['SECRET', ''],
	['URL', ''],
	['URL', 'http://login.example'],
	['URL', 'file:///etc'],
	['NAME', 'A/B'],
])('GOTRUE_EXTERNAL_CUSTOM_%s=%j is refused', (name, value) => {
	const variable = `GOTRUE_EXTERNAL_CUSTOM_${name}`
	expect(() => readConfig({ ...GOOD, [variable]: value })).toThrow(new RegExp(`^${variable}: `, 'm'))
})
