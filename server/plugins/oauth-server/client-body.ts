import type { OauthClient } from './client-rows.ts'
import type { ClientWithSecret } from './manage-clients.ts'

export const presentClient = (client: OauthClient) => ({
	client_id: client.id,
	client_name: client.client_name,
	client_type: client.client_type,
	token_endpoint_auth_method: client.token_endpoint_auth_method,
	registration_type: client.registration_type,
	...(client.client_uri !== null && { client_uri: client.client_uri }),
	...(client.logo_uri !== null && { logo_uri: client.logo_uri }),
	redirect_uris: client.redirect_uris,
	grant_types: client.grant_types,
	response_types: ['code'],
	...(client.scope !== null && { scope: client.scope }),
	created_at: client.created_at.toISOString(),
	updated_at: client.updated_at.toISOString(),
})

/** Converts a client, including its secret if it is new. */
export const presentClientWithSecret = ({ client, secret }: ClientWithSecret) => ({
	...presentClient(client),
	...(secret !== null && { client_secret: secret }),
})
