import { randomBytes, timingSafeEqual } from 'node:crypto'

import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findUser, isBanned, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { isSessionOpen } from '#server/services/identity/sessions/find-sessions.ts'
import { refreshSession } from '#server/services/identity/sessions/refresh-session.ts'
import { decodeRefreshToken, issueTokens, mayClientRefresh, type IssuedSession } from '#server/services/identity/sessions/session-grant.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { authenticateClient, type ClientProof } from './authenticate-client.ts'
import type { Authorization } from './authorization-rows.ts'
import { type OauthClient, OauthFailure, requireOauthServer } from './clients.ts'
import { makeIdToken } from './learner-claims.ts'

export type CodeInput = { code: string; verifier: string; redirectUri: string | null }
export type RedeemedCode = { grant: IssuedSession; authorization: Authorization }

const invalidGrant = (why: string) => new OauthFailure('invalid_grant', why)
const matchesChallenge = (challenge: string, verifier: string) =>
	timingSafeEqual(sha256(sha256(verifier).toString('base64url')), sha256(challenge))

/** Opens a session for an application. The learner's other sessions don't change. */
async function openClientSession(
	ctx: ServiceContext,
	tx: Tx,
	{ authorization, client, user }: { authorization: Authorization; client: OauthClient; user: UserRecord },
): Promise<IssuedSession> {
	const now = ctx.now()
	const mayRefresh = client.grant_types.includes('refresh_token')
	const session = await tx
		.insertInto('auth.sessions')
		.values({
			user_id: user.id,
			refresh_key: randomBytes(32),
			user_agent: ctx.userAgent,
			ip: ctx.clientAddress,
			oauth_client_id: client.id,
			scopes: authorization.scope,
			not_after: mayRefresh ? null : new Date(now.getTime() + ctx.config.auth.accessTokenSeconds * 1000),
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	await tx
		.insertInto('auth.mfa_amr_claims')
		.values({ session_id: session.id, method: 'oauth_provider/authorization_code', created_at: now })
		.execute()
	return issueTokens(ctx, tx, { session, user })
}

/** Ends the session of a code that was used twice, because the code may have been stolen (OAuth 2.1 §4.1.3). */
async function endSessionOfReusedCode(
	ctx: ServiceContext,
	tx: Tx,
	{ client_id, session_id: sessionId, user_id: userId }: Authorization,
): Promise<void> {
	if (sessionId !== null) await tx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
	await recordAudit(ctx, tx, { action: 'oauth_code_reused', outcome: 'failure', userId, detail: { client_id } })
}

async function redeem(
	ctx: ServiceContext,
	tx: Tx,
	{ client, input }: { client: OauthClient; input: CodeInput },
): Promise<RedeemedCode | 'reused'> {
	const authorization = await tx
		.selectFrom('auth.oauth_authorizations')
		.selectAll()
		.where('code_hash', '=', sha256(input.code))
		.forUpdate()
		.executeTakeFirst()
	if (!authorization || authorization.client_id !== client.id) throw invalidGrant('Invalid authorization code')
	if (authorization.redeemed_at !== null) {
		await endSessionOfReusedCode(ctx, tx, authorization)
		return 'reused'
	}
	if (!authorization.code_expires_at || authorization.code_expires_at.getTime() <= ctx.now().getTime())
		throw invalidGrant('Authorization code has expired')
	if (input.redirectUri !== null && input.redirectUri !== authorization.redirect_uri)
		throw invalidGrant('redirect_uri differs from the authorization request')
	if (!matchesChallenge(authorization.code_challenge, input.verifier)) throw invalidGrant('PKCE verification failed')
	const user = authorization.user_id === null ? null : await findUser(tx, authorization.user_id)
	if (!user || isBanned(user, ctx.now())) throw invalidGrant('The account is not active')
	if (!(await isSessionOpen(ctx, tx, { userId: user.id, sessionId: authorization.learner_session_id })))
		throw invalidGrant('The learner has signed out since')
	const grant = await openClientSession(ctx, tx, { authorization, client, user })
	await tx
		.updateTable('auth.oauth_authorizations')
		.set({ redeemed_at: ctx.now(), session_id: grant.sessionId })
		.where('id', '=', authorization.id)
		.execute()
	const detail = { client_id: client.id, scope: authorization.scope, session_id: grant.sessionId }
	await recordAudit(ctx, tx, { action: 'oauth_code_redeemed', outcome: 'success', userId: user.id, detail })
	return { grant, authorization }
}

/**
 * Redeems a code, once, for the application to which it was issued and that knows the verifier.
 * @throws OauthFailure invalid_request, invalid_grant
 */
export async function redeemCode(ctx: ServiceContext, client: OauthClient, input: CodeInput): Promise<RedeemedCode> {
	if (!input.code) throw new OauthFailure('invalid_request', 'code is required')
	if (!/^[A-Za-z0-9._~-]{43,128}$/.test(input.verifier)) throw new OauthFailure('invalid_request', 'code_verifier is required')
	const outcome = await inTransaction(ctx.db, (tx) => redeem(ctx, tx, { client, input }))
	if (outcome === 'reused') throw invalidGrant('Authorization code was used already')
	return outcome
}

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

const toClientTokens = (client: OauthClient, grant: IssuedSession, more: Pick<ClientTokens, 'scope' | 'idToken'>): ClientTokens => ({
	accessToken: grant.accessToken,
	expiresIn: grant.expiresIn,
	refreshToken: client.grant_types.includes('refresh_token') ? grant.refreshToken : null,
	...more,
})

/**
 * Returns the scopes of a refresh token's session, if it belongs to this application.
 * @throws OauthFailure invalid_grant
 */
async function requireGrantedScopes(ctx: ServiceContext, client: OauthClient, refreshToken: string): Promise<string> {
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
	const granted = await requireGrantedScopes(ctx, client, request.refreshToken)
	const requestedScopes = request.scope?.split(' ').filter(Boolean) ?? []
	if (!requestedScopes.every((scope) => granted.split(' ').includes(scope)))
		throw new OauthFailure('invalid_scope', 'a scope was not granted')
	const grant = await refreshSession(ctx, request.refreshToken, client.id).catch((error: unknown) => {
		if (error instanceof ServiceError && error.kind === 'invalid') throw new OauthFailure('invalid_grant', error.message)
		throw error
	})
	return toClientTokens(client, grant, { scope: granted, idToken: null })
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
	return toClientTokens(client, grant, { scope: authorization.scope, idToken })
}
