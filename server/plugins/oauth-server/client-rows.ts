import type { Selectable } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import type { AuthOauthClients } from '#server/db/row-types.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { oauthServerSettings } from './settings.ts'

export type OauthClient = Selectable<AuthOauthClients>

/**
 * Refuses the request if the OAuth server is off.
 * @throws ServiceError feature_disabled (404)
 */
export function requireOauthServer({ config }: ServiceContext): void {
	if (!config.plugins.of(oauthServerSettings).enabled)
		throw new ServiceError('not-found', 'feature_disabled', 'OAuth server is not enabled')
}

/** Finds an application; null if the id is unknown or malformed. */
export async function findClient(db: Db | Tx, id: string): Promise<OauthClient | null> {
	if (!isUuid(id)) return null
	return (await db.selectFrom('auth.oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * Returns an application.
 * @throws ServiceError oauth_client_not_found (404)
 */
export async function requireClient(db: Db | Tx, id: string): Promise<OauthClient> {
	const client = await findClient(db, id)
	if (!client) throw new ServiceError('not-found', 'oauth_client_not_found', 'OAuth client not found')
	return client
}
