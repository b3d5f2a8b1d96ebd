import { OAUTH_SCOPES } from '#domain/auth/oauth-scopes.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readRecentKeys } from '#server/services/platform/keys/signing-keys.ts'

import { requireOauthServer } from './clients.ts'
import { signsForOthers } from './learner-claims.ts'
import { oauthServerSettings } from './settings.ts'

/** Returns the server's metadata (RFC 8414, OpenID Connect Discovery 1.0). */
export const getOauthMetadata: HttpHandler = async (c) => {
	const { ctx } = c.var
	requireOauthServer(ctx)
	const { issuer, url } = ctx.config.auth
	const { current } = await readRecentKeys(ctx)
	const isVerifiable = await signsForOthers(ctx)
	return c.json({
		issuer,
		authorization_endpoint: `${url}/oauth/authorize`,
		token_endpoint: `${url}/oauth/token`,
		userinfo_endpoint: `${url}/oauth/userinfo`,
		jwks_uri: `${url}/.well-known/jwks.json`,
		...(ctx.config.plugins.of(oauthServerSettings).allowsRegistration && { registration_endpoint: `${url}/oauth/clients/register` }),
		scopes_supported: OAUTH_SCOPES.filter((scope) => isVerifiable || scope !== 'openid'),
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: ['authorization_code', 'refresh_token'],
		token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
		code_challenge_methods_supported: ['S256'],
		authorization_response_iss_parameter_supported: true,
		prompt_values_supported: ['none', 'consent'],
		subject_types_supported: ['public'],
		...(isVerifiable && { id_token_signing_alg_values_supported: [current.alg] }),
		claims_supported: [
			'sub',
			'iss',
			'aud',
			'exp',
			'iat',
			'auth_time',
			'nonce',
			'name',
			'picture',
			'updated_at',
			'email',
			'email_verified',
			'phone_number',
			'phone_number_verified',
		],
		request_parameter_supported: false,
		request_uri_parameter_supported: false,
		claims_parameter_supported: false,
	})
}
