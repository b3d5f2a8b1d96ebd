import { expect, test } from 'vitest'

import { nameOfProvider, readSignInWays, DEFAULT_SIGN_IN_WAYS } from './sign-in-ways.ts'

test('only enabled third-party providers become buttons', () => {
	const external = {
		email: true,
		phone: true,
		anonymous_users: true,
		web3_ethereum: true,
		web3_solana: true,
		google: false,
		github: true,
		'custom:pine': true,
		apple: 'true',
	}
	expect(readSignInWays({ external, saml_enabled: true, passkeys_enabled: true }).providers).toEqual(['github', 'custom:pine'])
})

test('a server without sign-in methods offers none', () => {
	expect(readSignInWays({})).toEqual({ ...DEFAULT_SIGN_IN_WAYS, hasPasskeys: false })
})

test.each([
	['github', 'GitHub'],
	['google', 'Google'],
	['azure', 'Microsoft'],
	['custom:my-school', 'My school'],
	['sso:8a1c', 'Single sign-on'],
])('%s is called %s', (provider, name) => {
	expect(nameOfProvider(provider)).toBe(name)
})
