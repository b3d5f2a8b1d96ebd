import type { Selectable } from 'kysely'

import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import type { AuthOauthClients } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ClientWithSecret } from './manage-clients.ts'
import { oauthServerSettings } from './settings.ts'

/** Error from the token endpoint (OAuth 2.1 §3.2.4). */
export class OauthFailure extends Error {
	readonly error:
		| 'invalid_request'
		| 'invalid_client'
		| 'invalid_grant'
		| 'invalid_scope'
		| 'unauthorized_client'
		| 'unsupported_grant_type'

	constructor(error: OauthFailure['error'], description: string) {
		super(description)
		this.name = 'OauthFailure'
		this.error = error
	}
}

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

export const presentClientWithSecret = ({ client, secret }: ClientWithSecret) => ({
	...presentClient(client),
	...(secret !== null && { client_secret: secret }),
})

export type OauthClient = Selectable<AuthOauthClients>

/** @throws ServiceError feature_disabled (404) */
export function requireOauthServer({ config }: ServiceContext): void {
	if (!config.plugins.of(oauthServerSettings).enabled)
		throw new ServiceError('not-found', 'feature_disabled', 'OAuth server is not enabled')
}

/** Finds an application; null if the ID is unknown or malformed. */
export async function findClient(db: Db | Tx, id: string): Promise<OauthClient | null> {
	if (!isUuid(id)) return null
	return (await db.selectFrom('auth.oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** @throws ServiceError oauth_client_not_found (404) */
export async function requireClient(db: Db | Tx, id: string): Promise<OauthClient> {
	const client = await findClient(db, id)
	if (!client) throw new ServiceError('not-found', 'oauth_client_not_found', 'OAuth client not found')
	return client
}
