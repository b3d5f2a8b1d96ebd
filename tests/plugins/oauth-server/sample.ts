import type { Deps } from '#server/services/context.ts'
import type { PluginSample } from '#tests/plugins/samples.ts'

const APPLICATION = {
	client_type: 'public',
	token_endpoint_auth_method: 'none',
	registration_type: 'manual',
	redirect_uris: ['https://app.example/'],
	grant_types: ['authorization_code'],
} as const

async function enterApplication({ db }: Deps, name: string): Promise<string> {
	const row = {
		...APPLICATION,
		client_name: name,
		redirect_uris: [...APPLICATION.redirect_uris],
		grant_types: [...APPLICATION.grant_types],
	}
	const { id } = await db.insertInto('auth.oauth_clients').values(row).returning('id').executeTakeFirstOrThrow()
	return id
}

type OpenRequest = { id: string; userId: string; clientId: string; expiresAt: Date }

const openAuthorizationRequest = ({ db }: Deps, { id, userId, clientId, expiresAt }: OpenRequest) =>
	db
		.insertInto('auth.oauth_authorizations')
		.values({
			id,
			user_id: userId,
			client_id: clientId,
			redirect_uri: 'https://app.example/',
			scope: 'email',
			code_challenge: 'x',
			expires_at: expiresAt,
		})
		.execute()

export const sample: PluginSample = {
	env: { GOTRUE_OAUTH_SERVER_ENABLED: 'true', GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true' },
	routes: {
		'GET /auth/v1/admin/oauth/clients/:id': { ids: { id: 'user' } },
		'PUT /auth/v1/admin/oauth/clients/:id': { ids: { id: 'user' } },
		'DELETE /auth/v1/admin/oauth/clients/:id': { ids: { id: 'user' } },
		'POST /auth/v1/admin/oauth/clients/:id/regenerate_secret': { ids: { id: 'user' } },
		'GET /auth/v1/oauth/authorizations/:id': { ids: { id: 'authorization' } },
		'POST /auth/v1/oauth/authorizations/:id/consent': { ids: { id: 'authorization' } },
	},
	/** The owner opens an application's request; the application's name contains the owner's mark. */
	own: async (deps, { userId, mark }) => {
		const authorization = 'q'.repeat(43)
		const clientId = await enterApplication(deps, mark)
		await openAuthorizationRequest(deps, { id: authorization, userId, clientId, expiresAt: new Date(deps.now().getTime() + 600_000) })
		return { authorization }
	},
	fillAccount: async (deps, userId) => {
		const clientId = await enterApplication(deps, 'Sample App')
		await openAuthorizationRequest(deps, { id: `request-${userId}`, userId, clientId, expiresAt: deps.now() })
		await deps.db
			.insertInto('auth.oauth_consents')
			.values({ user_id: userId, client_id: clientId, scopes: ['email'] })
			.execute()
	},
	inPolicy: {
		'auth.oauth_authorizations': ['Sign-in codes and links', 'account'],
		'auth.oauth_consents': ['Which one, what you allowed it, and when', 'account'],
	},
	leftOut: {
		'auth.oauth_authorizations':
			'redirect_uri state nonce code_challenge requires_consent code_hash code_expires_at signed_in_at session_id expires_at learner_session_id',
	},
}
