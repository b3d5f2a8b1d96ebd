import { inTransaction, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { isHeldByClient } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireOauthServer } from './clients.ts'

export type ClientGrant = {
	id: string
	client_name: string
	client_uri: string | null
	logo_uri: string | null
	scopes: string[]
	granted_at: Date
}

/**
 * Lists the applications with access to the account, newest first.
 * @throws ServiceError feature_disabled (404)
 */
export async function listGrants(ctx: ServiceContext, { userId }: SignedIn): Promise<ClientGrant[]> {
	requireOauthServer(ctx)
	return ctx.db
		.selectFrom('auth.oauth_consents as consent')
		.innerJoin('auth.oauth_clients as client', 'client.id', 'consent.client_id')
		.select(['client.id', 'client.client_name', 'client.client_uri', 'client.logo_uri', 'consent.scopes', 'consent.granted_at'])
		.where('consent.user_id', '=', userId)
		.orderBy('consent.granted_at', 'desc')
		.orderBy('client.id')
		.execute()
}

/**
 * Revokes an application's access: ends its sessions and deletes its pending codes.
 * @throws ServiceError feature_disabled, oauth_consent_not_found (404), validation_failed (400)
 */
export async function revokeGrant(ctx: ServiceContext, { userId }: SignedIn, clientId: string): Promise<void> {
	requireOauthServer(ctx)
	if (!isUuid(clientId)) throw validationFailed('client_id query parameter is required')
	await inTransaction(ctx.db, async (tx) => {
		const ended = await tx
			.deleteFrom('auth.oauth_consents')
			.where('user_id', '=', userId)
			.where('client_id', '=', clientId)
			.executeTakeFirst()
		if (ended.numDeletedRows === 0n) throw new ServiceError('not-found', 'oauth_consent_not_found', 'No active grant found for this client')
		await tx.deleteFrom('auth.oauth_authorizations').where('user_id', '=', userId).where('client_id', '=', clientId).execute()
		await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).where(isHeldByClient(clientId)).execute()
		await recordAudit(ctx, tx, { action: 'oauth_access_revoked', outcome: 'success', userId, detail: { client_id: clientId } })
	})
}
