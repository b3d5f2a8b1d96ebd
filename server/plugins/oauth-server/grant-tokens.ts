import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { refreshSession } from '#server/services/identity/sessions/refresh-session.ts'
import { decodeRefreshToken } from '#server/services/identity/sessions/refresh-token.ts'
import { mayClientRefresh, type SessionGrant } from '#server/services/identity/sessions/session-grant.ts'

import { authenticateClient, type ClientProof } from './authenticate-client.ts'
import { type OauthClient, OauthFailure, requireOauthServer } from './clients.ts'
import { makeIdToken } from './learner-claims.ts'
import { redeemCode } from './redeem-code.ts'

export type TokenRequest = {
	grantType: string
	code: string
	verifier: string
	redirectUri: string | null
	refreshToken: string
	scope: string | null
}
export type ClientTokens = {
	accessToken: string
	/** Lifetime of the access token, in seconds. */
	expiresIn: number
	/** Refresh token; null if the application may not refresh. */
	refreshToken: string | null
	scope: string
	/** Identity token; null unless `openid` was requested. */
	idToken: string | null
}

const describe = (client: OauthClient, grant: SessionGrant, more: Pick<ClientTokens, 'scope' | 'idToken'>): ClientTokens => ({
	accessToken: grant.accessToken,
	expiresIn: grant.expiresIn,
	refreshToken: client.grant_types.includes('refresh_token') ? grant.refreshToken : null,
	...more,
})

/**
 * Returns the scopes of a refresh token's session, if it belongs to this application.
 * @throws OauthFailure invalid_grant
 */
async function readGranted(ctx: ServiceContext, client: OauthClient, refreshToken: string): Promise<string> {
	const sessionId = decodeRefreshToken(refreshToken)?.sessionId
	const row =
		sessionId === undefined
			? undefined
			: await ctx.db.selectFrom('auth.sessions').select(['scopes', 'oauth_client_id']).where('id', '=', sessionId).executeTakeFirst()
	if (!row || !mayClientRefresh(row, client.id)) throw new OauthFailure('invalid_grant', 'Invalid refresh token')
	return row.scopes ?? ''
}

async function refresh(ctx: ServiceContext, client: OauthClient, request: TokenRequest): Promise<ClientTokens> {
	if (!request.refreshToken) throw new OauthFailure('invalid_request', 'refresh_token is required')
	const granted = await readGranted(ctx, client, request.refreshToken)
	const asked = request.scope?.split(' ').filter(Boolean) ?? []
	if (!asked.every((scope) => granted.split(' ').includes(scope))) throw new OauthFailure('invalid_scope', 'a scope was not granted')
	const grant = await refreshSession(ctx, request.refreshToken, client.id).catch((error: unknown) => {
		if (error instanceof ServiceError && error.kind === 'invalid') throw new OauthFailure('invalid_grant', error.message)
		throw error
	})
	return describe(client, grant, { scope: granted, idToken: null })
}

/**
 * Grants tokens for a code or a refresh token (OAuth 2.1 §3.2).
 * @throws OauthFailure; ServiceError feature_disabled (404), conflict (409), overloaded (503)
 */
export async function grantTokens(ctx: ServiceContext, proof: ClientProof, request: TokenRequest): Promise<ClientTokens> {
	requireOauthServer(ctx)
	const client = await authenticateClient(ctx, proof)
	if (request.grantType !== 'authorization_code' && request.grantType !== 'refresh_token')
		throw new OauthFailure('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
	if (!client.grant_types.includes(request.grantType)) throw new OauthFailure('unauthorized_client', 'this client may not use the grant')
	if (request.grantType === 'refresh_token') return refresh(ctx, client, request)
	const { grant, authorization } = await redeemCode(ctx, client, request)
	const wantsIdToken = authorization.scope.split(' ').includes('openid')
	const idToken = wantsIdToken ? await makeIdToken(ctx, { user: grant.user, authorization }) : null
	return describe(client, grant, { scope: authorization.scope, idToken })
}
