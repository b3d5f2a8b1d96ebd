import { expect, test } from 'vitest'

import { asEnterprise, CALLBACK, signInThrough, startForeign } from './foreign-provider.ts'
import { startWire } from './test-client.ts'

test('a third-party OpenID provider signs a learner in', async () => {
	const okta = await startForeign('okta', {
		users: [{ login: 'learner@example.com', email: 'learner@example.com', first_name: 'Sample', last_name: 'Learner' }],
		authorization_servers: [{ id: 'default', name: 'default', audiences: ['api://default'] }],
		oauth_clients: [
			{ client_id: 'academy', client_secret: 'secret', name: 'Academy', redirect_uris: [CALLBACK], auth_server_id: 'default' },
		],
	})
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_CUSTOM_ENABLED: 'true',
			GOTRUE_EXTERNAL_CUSTOM_NAME: 'okta',
			GOTRUE_EXTERNAL_CUSTOM_CLIENT_ID: 'academy',
			GOTRUE_EXTERNAL_CUSTOM_SECRET: 'secret',
			GOTRUE_EXTERNAL_CUSTOM_URL: `${okta.url}/oauth2/default`,
		},
	})
	const { user } = await signInThrough(wire, { provider: 'custom:okta', person: 'learner@example.com' })
	expect(user).toMatchObject({ email: 'learner@example.com', app_metadata: { providers: ['custom:okta'] } })
})

test('GitHub, which doesn’t use OpenID, signs a learner in by the primary verified address', async () => {
	const github = await startForeign('github', {
		users: [{ login: 'sample-learner', name: 'Sample Learner', email: 'learner@example.org' }],
		oauth_apps: [{ client_id: 'academy', client_secret: 'secret', name: 'Academy', redirect_uris: [CALLBACK] }],
	})
	const wire = await startWire({
		env: {
			GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
			GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'academy',
			GOTRUE_EXTERNAL_GITHUB_SECRET: 'secret',
			GOTRUE_EXTERNAL_GITHUB_URL: await asEnterprise(github.url),
		},
	})
	const { user } = await signInThrough(wire, { provider: 'github', person: 'sample-learner' })
	expect(user).toMatchObject({
		email: 'learner@example.org',
		user_metadata: { user_name: 'sample-learner' },
		app_metadata: { provider: 'github' },
	})
})
