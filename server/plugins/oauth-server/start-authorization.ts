import { coversScopes, OAUTH_SCOPES, readScopes } from '#domain/auth/oauth-scopes.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'

import { makeSecret } from './authenticate-client.ts'
import { buildAnswerUrl, AUTHORIZATION_MS } from './authorization-rows.ts'
import { findClient, type OauthClient, requireOauthServer } from './clients.ts'
import { signsForOthers } from './learner-claims.ts'
import { oauthServerSettings } from './settings.ts'

const CHALLENGE = /^[\w-]{43}$/
const MAX_STATE = 2048
/** Unsupported parameters. They can't be ignored, because they would change the meaning of others. */
const NOT_OFFERED = ['request', 'request_uri', 'registration'] as const

type OauthRefusal = { error: string; error_description: string }
const refusal = (error: string, error_description: string): OauthRefusal => ({ error, error_description })

/**
 * Requires one of the client's redirect URLs, exactly as registered: no other URL ever gets a response.
 * @throws ServiceError oauth_client_not_found, validation_failed (400)
 */
async function requireDestination(ctx: ServiceContext, query: URLSearchParams): Promise<{ client: OauthClient; redirectUri: string }> {
	const clientId = query.get('client_id')
	const redirectUri = query.get('redirect_uri')
	if (!clientId) throw validationFailed('client_id is required')
	if (!redirectUri) throw validationFailed('redirect_uri is required')
	if (query.getAll('client_id').length > 1 || query.getAll('redirect_uri').length > 1) throw validationFailed('a parameter was sent twice')
	const client = await findClient(ctx.db, clientId)
	if (!client) throw new ServiceError('invalid', 'oauth_client_not_found', 'invalid client_id')
	if (!client.redirect_uris.includes(redirectUri)) throw validationFailed('invalid redirect_uri')
	return { client, redirectUri }
}

/** Returns the scopes that an application may request: all that this server offers or, if it registered any, only those. */
async function listAllowedScopes(ctx: ServiceContext, client: OauthClient): Promise<readonly string[]> {
	const offered: readonly string[] = (await signsForOthers(ctx)) ? OAUTH_SCOPES : OAUTH_SCOPES.filter((scope) => scope !== 'openid')
	const registered = client.scope?.split(' ')
	return registered ? offered.filter((scope) => registered.includes(scope)) : offered
}

/** Returns an error that ends the request without asking the learner, or null. */
function findRefusal(query: URLSearchParams, { scope, open }: { scope: string; open: readonly string[] }): OauthRefusal | null {
	const names = [...query.keys()]
	if (new Set(names).size < names.length) return refusal('invalid_request', 'a parameter was sent twice')
	const notOffered = NOT_OFFERED.find((name) => query.has(name))
	if (notOffered) return refusal(`${notOffered}_not_supported`, `${notOffered} is not offered`)
	if (query.get('response_type') !== 'code') return refusal('unsupported_response_type', 'response_type must be code')
	if ((query.get('response_mode') ?? 'query') !== 'query') return refusal('invalid_request', 'response_mode must be query')
	if (query.get('code_challenge_method') !== 'S256') return refusal('invalid_request', 'code_challenge_method must be S256')
	if (!CHALLENGE.test(query.get('code_challenge') ?? ''))
		return refusal('invalid_request', 'code_challenge must be 43 characters of base64url')
	if ([query.get('state'), query.get('nonce')].some((text) => text !== null && (text.length > MAX_STATE || text.includes('\0'))))
		return refusal('invalid_request', 'state and nonce may have at most 2048 characters')
	const scopes = readScopes(scope)
	if (!scopes || scopes.length === 0 || !coversScopes(open, scopes))
		return refusal('invalid_scope', 'a scope is unknown or not available to this client')
	// Only the consent page has the session, so the server can't know here whether the learner is signed in.
	if (query.get('prompt') === 'none') return refusal('interaction_required', 'the user has to see the consent page')
	if (!['', 'consent'].includes(query.get('prompt') ?? '')) return refusal('invalid_request', 'prompt may be none or consent')
	return null
}

/**
 * Returns the redirect: to the consent page, or back to the client with an error.
 * @param query unchanged, including repeated parameters
 * @throws ServiceError feature_disabled (404); oauth_client_not_found, validation_failed (400) if there is no valid redirect URL
 */
export async function startAuthorization(ctx: ServiceContext, query: URLSearchParams): Promise<string> {
	requireOauthServer(ctx)
	const { consentPath, defaultScope } = ctx.config.plugins.of(oauthServerSettings)
	const { client, redirectUri } = await requireDestination(ctx, query)
	const scope = query.get('scope')?.trim() || defaultScope
	const refused = findRefusal(query, { scope, open: await listAllowedScopes(ctx, client) })
	const state = query.getAll('state').length === 1 ? query.get('state') : null
	if (refused) return buildAnswerUrl(ctx, { redirect_uri: redirectUri, state }, refused)
	const id = makeSecret()
	const now = ctx.now()
	await ctx.db
		.insertInto('auth.oauth_authorizations')
		.values({
			id,
			client_id: client.id,
			redirect_uri: redirectUri,
			scope: (readScopes(scope) ?? []).join(' '),
			state,
			nonce: query.get('nonce'),
			code_challenge: query.get('code_challenge') ?? '',
			requires_consent: query.get('prompt') === 'consent',
			expires_at: new Date(now.getTime() + AUTHORIZATION_MS),
			created_at: now,
		})
		.execute()
	return `${ctx.config.siteUrl}${consentPath}?authorization_id=${id}`
}
