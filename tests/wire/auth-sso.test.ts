import { expect, test } from 'vitest'

import { startWire } from './test-client.ts'

test.each([{ domain: 'company.example' }, { providerId: '21648a9d-8d5a-4555-a9d1-d6375dc14e92' }])(
	'the client’s signInWithSSO is told that SAML is disabled: %j',
	async (given) => {
		const wire = await startWire()
		const { error } = await wire.connect().auth.signInWithSSO(given)
		expect([error?.status, error?.code, error?.message]).toEqual([404, 'saml_provider_disabled', 'SAML 2.0 is disabled'])
	},
)
