import { expect, test } from 'vitest'

import type { ProviderConfig } from './port.ts'
import { profileFromClaims, profileFromGithub } from './profiles.ts'

const provider = (name: string): ProviderConfig => ({ name, kind: 'oidc', url: 'https://issuer.example', clientIds: ['a'], secret: 's' })

test.each([
	['google', { email_verified: true }, true],
	['apple', { email_verified: 'true' }, true],
	['google', { email_verified: 'false' }, false],
	['google', { email_verified: 'yes' }, false],
	['google', {}, false],
	['azure', { email_verified: true }, false],
	['azure', { xms_edov: true }, true],
	['azure', { xms_edov: '1' }, true],
	['google', { xms_edov: true }, false],
])('%s with %j: the address counts as verified: %s', (name, claims, isProven) => {
	const profile = profileFromClaims(provider(name), { sub: 'x', email: 'A@Example.com', ...claims })
	expect([profile.email, profile.isEmailVerified, profile.claims.email_verified]).toEqual(['a@example.com', isProven, isProven])
})

test('claims that aren’t text, are too long or can’t be stored are left out', () => {
	const claims = {
		sub: 'x',
		email: 5,
		email_verified: true,
		name: ['a'],
		picture: 'p'.repeat(501),
		preferred_username: 'nul\0',
		given_name: 'A',
	}
	expect(profileFromClaims(provider('google'), claims)).toEqual({
		subject: 'x',
		email: null,
		isEmailVerified: false,
		claims: { sub: 'x', provider_id: 'x', email_verified: false, phone_verified: false },
	})
})

test.each([
	[
		'the primary address, when it is verified',
		[
			{ email: 'B@x.example', primary: false, verified: true },
			{ email: 'A@x.example', primary: true, verified: true },
		],
		'a@x.example',
		true,
	],
	[
		'only the primary address',
		[
			{ email: 'b@x.example', primary: false, verified: true },
			{ email: 'a@x.example', primary: true, verified: false },
		],
		'a@x.example',
		false,
	],
	['nothing that is not a list of addresses', [{ email: 7, primary: true, verified: true }], null, false],
	['no address', [], null, false],
])('GitHub returns %s', (_name, emails, email, isVerified) => {
	const profile = profileFromGithub({ ...provider('github'), kind: 'github' }, { id: 7, login: 'sample' }, emails)
	expect([profile.subject, profile.email, profile.isEmailVerified]).toEqual(['7', email, isVerified])
})
