import { expect, test } from 'vitest'

import { startAdminWire } from '#tests/wire/admin-client.ts'
import { CALLBACK, signInThrough, startForeign } from '#tests/wire/foreign-provider.ts'

test('a provider without ID tokens added at runtime signs a learner in by its userinfo endpoint', async () => {
	const okta = await startForeign('okta', {
		users: [{ login: 'learner@example.com', email: 'learner@example.com', first_name: 'Sample', last_name: 'Learner' }],
		authorization_servers: [{ id: 'default', name: 'default', audiences: ['api://default'] }],
		oauth_clients: [
			{ client_id: 'academy', client_secret: 'secret', name: 'Academy', redirect_uris: [CALLBACK], auth_server_id: 'default' },
		],
	})
	const wire = await startAdminWire()
	const { error } = await wire.service.auth.admin.customProviders.createProvider({
		provider_type: 'oauth2',
		identifier: 'custom:plain',
		name: 'Plain',
		client_id: 'academy',
		client_secret: 'secret',
		scopes: ['email', 'profile'],
		authorization_url: `${okta.url}/oauth2/default/v1/authorize`,
		token_url: `${okta.url}/oauth2/default/v1/token`,
		userinfo_url: `${okta.url}/oauth2/default/v1/userinfo`,
	})
	expect(error).toBeNull()
	const { user } = await signInThrough(wire, { provider: 'custom:plain', person: 'learner@example.com' })
	expect(user).toMatchObject({ email: 'learner@example.com', app_metadata: { providers: ['custom:plain'] } })
})
