import type { Selectable } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import type { AuthOauthAuthorizations } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'

import { requireClient } from './clients.ts'

/** An application's request for access to a learner's account. */
export type Authorization = Selectable<AuthOauthAuthorizations>

/** Time limit for the learner's decision. */
export const AUTHORIZATION_MS = 10 * 60_000
export const CODE_MS = 60_000

export const authorizationNotFound = () => new ServiceError('not-found', 'oauth_authorization_not_found', 'authorization not found')

/**
 * Locks a request that awaits a decision.
 * @throws ServiceError oauth_authorization_not_found (404) if the request is unknown or expired, or its application no longer has
 * the redirect URL; validation_failed (400) if already decided
 */
export async function lockPendingAuthorization(ctx: ServiceContext, tx: Tx, id: string): Promise<Authorization> {
	const row = await tx.selectFrom('auth.oauth_authorizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
	if (!row || row.expires_at.getTime() <= ctx.now().getTime()) throw authorizationNotFound()
	if (row.status !== 'pending') throw validationFailed('authorization request cannot be processed')
	const client = await requireClient(tx, row.client_id)
	if (!client.redirect_uris.includes(row.redirect_uri)) throw authorizationNotFound()
	return row
}

/**
 * Builds the redirect URL of a response. The URL names this server as the issuer, so that a client of several servers can tell their
 * responses apart (RFC 9207).
 */
export function buildAnswerUrl(
	{ config }: ServiceContext,
	{ redirect_uri: uri, state }: { redirect_uri: string; state: string | null },
	answer: Record<string, string>,
): string {
	const all = { ...answer, ...(state !== null && { state }), iss: config.auth.issuer }
	return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(all).toString()}`
}

/** Returns the scopes that the learner has allowed so far; empty if none. */
export async function findConsent(db: Db | Tx, { userId, clientId }: { userId: string; clientId: string }): Promise<string[]> {
	const row = await db
		.selectFrom('auth.oauth_consents')
		.select('scopes')
		.where('user_id', '=', userId)
		.where('client_id', '=', clientId)
		.executeTakeFirst()
	return row?.scopes ?? []
}
