import type { OauthClientBody } from '#contracts/oauth-clients.ts'
import { findRedirectProblem } from '#domain/auth/oauth-redirect.ts'
import { readScopes } from '#domain/auth/oauth-scopes.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'

const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
const MAX_REDIRECTS = 10

/** Validated body in the format of the table. */
export type ClientValues = {
	client_name: string
	client_uri: string | null
	logo_uri: string | null
	client_type: 'public' | 'confidential'
	token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
	redirect_uris: string[]
	grant_types: string[]
	scope: string | null
}
type ClientType = Pick<ClientValues, 'client_type' | 'token_endpoint_auth_method'>

/** Returns type and authentication method. A public client has no secret, so the method implies the type. */
function chooseType({ client_type: type, token_endpoint_auth_method: method }: OauthClientBody): ClientType {
	const chosen = type ?? (method === 'none' ? 'public' : 'confidential')
	if (method && (method === 'none') !== (chosen === 'public'))
		throw validationFailed(`client_type '${chosen}' is not compatible with token_endpoint_auth_method '${method}'`)
	return { client_type: chosen, token_endpoint_auth_method: method ?? (chosen === 'public' ? 'none' : 'client_secret_basic') }
}

function checkRedirects(uris: readonly string[] | null | undefined, type: ClientType): string[] {
	if (!uris || uris.length === 0) throw validationFailed('redirect_uris is required')
	if (uris.length > MAX_REDIRECTS) throw validationFailed(`redirect_uris cannot exceed ${MAX_REDIRECTS} items`)
	for (const uri of uris) {
		const problem = findRedirectProblem(uri, { isPublic: type.client_type === 'public' })
		if (problem) throw validationFailed(`invalid redirect_uri '${uri.slice(0, 200)}': ${problem}`)
	}
	return [...new Set(uris)]
}

function checkGrantTypes(types: readonly string[] | null | undefined): string[] {
	const wanted = types ?? GRANT_TYPES
	if (wanted.length === 0) throw validationFailed('grant_types cannot be empty')
	if (!wanted.every((type) => (GRANT_TYPES as readonly string[]).includes(type)))
		throw validationFailed("grant_types must only contain 'authorization_code' and/or 'refresh_token'")
	if (!wanted.includes('authorization_code')) throw validationFailed("grant_types must contain 'authorization_code'")
	return [...new Set(wanted)]
}

function checkScope(scope: string | null | undefined): string | null {
	if (!scope) return null
	const scopes = readScopes(scope)
	if (!scopes) throw validationFailed('scope must only contain openid, email, profile and phone')
	return scopes.join(' ')
}

/**
 * Validates the name. Learners rely on it when they decide about access, so it must not contain line breaks or characters that
 * change the text direction.
 */
function checkName(name: string | null | undefined): string {
	const shown = (name ?? '').normalize('NFC').trim()
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(shown)) throw validationFailed('client_name contains characters that cannot be shown')
	if (shown === '') throw validationFailed('client_name is required')
	return shown
}

/**
 * Validates a new application (OAuth 2.1 §2).
 * @throws ServiceError validation_failed (400)
 */
export function checkNewClient(body: OauthClientBody): ClientValues {
	const type = chooseType(body)
	if (body.response_types?.some((each) => each !== 'code')) throw validationFailed("response_types must only contain 'code'")
	return {
		...type,
		client_name: checkName(body.client_name),
		client_uri: body.client_uri || null,
		logo_uri: body.logo_uri || null,
		redirect_uris: checkRedirects(body.redirect_uris, type),
		grant_types: checkGrantTypes(body.grant_types),
		scope: checkScope(body.scope),
	}
}

/**
 * Validates a change to an application, whose type can't change.
 * @throws ServiceError validation_failed (400), also if the body changes nothing
 */
export function checkClientChange(body: OauthClientBody, known: ClientType): Partial<ClientValues> {
	const method = body.token_endpoint_auth_method
	if (method && (method === 'none') !== (known.client_type === 'public'))
		throw validationFailed(`token_endpoint_auth_method '${method}' is not compatible with client_type '${known.client_type}'`)
	const change: Partial<ClientValues> = {
		...(body.client_name != null && { client_name: checkName(body.client_name) }),
		...(body.client_uri != null && { client_uri: body.client_uri || null }),
		...(body.logo_uri != null && { logo_uri: body.logo_uri || null }),
		...(body.redirect_uris != null && { redirect_uris: checkRedirects(body.redirect_uris, known) }),
		...(body.grant_types != null && { grant_types: checkGrantTypes(body.grant_types) }),
		...(method != null && { token_endpoint_auth_method: method }),
	}
	if (Object.keys(change).length === 0) throw validationFailed('No fields provided for update')
	return change
}
