import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { CustomProviderBody } from '#contracts/custom-providers.ts'
import type { ProviderConfig } from '#server/adapters/oauth/port.ts'
import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { AuthCustomOauthProviders } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { unseal } from '#server/services/platform/keys/seal.ts'

export const customProviderSettings = defineSettings({
	variables: {
		GOTRUE_CUSTOM_OAUTH_ENABLED: flag.default(true),
		GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS: z.coerce.number().int().min(0).max(1000).default(20),
	},
	read: (env) => ({ enabled: env.GOTRUE_CUSTOM_OAUTH_ENABLED, max: env.GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS }),
})

export type CustomProvider = Selectable<AuthCustomOauthProviders>
export const CUSTOM_PREFIX = 'custom:'

/** @param identifier with its prefix, as in the API */
export const findCustomProvider = async (db: Db | Tx, identifier: string): Promise<CustomProvider | null> =>
	(await db.selectFrom('auth.custom_oauth_providers').selectAll().where('identifier', '=', identifier).executeTakeFirst()) ?? null

async function toProviderConfig(ctx: ServiceContext, row: CustomProvider): Promise<ProviderConfig> {
	const { authorization_url: authorize, token_url: token, userinfo_url: userinfo } = row
	const endpoints = authorize !== null && token !== null && userinfo !== null ? { authorize, token, userinfo } : null
	return {
		name: row.identifier,
		kind: row.provider_type,
		url: row.issuer ?? authorize ?? '',
		clientIds: [row.client_id, ...row.acceptable_client_ids],
		secret: (await unseal(ctx, row.id, row.client_secret)).toString(),
		own: {
			version: row.updated_at.toISOString(),
			discoveryUrl: row.discovery_url,
			endpoints: row.provider_type === 'oauth2' ? endpoints : null,
			scopes: row.scopes,
			usesPkce: row.pkce_enabled,
			parameters: row.authorization_params as Record<string, string>,
			mapping: row.attribute_mapping as Record<string, string>,
			keptClaims: row.custom_claims_allowlist,
			isEmailOptional: row.email_optional,
		},
	}
}

/** Returns a provider's configuration; null if the provider is unknown or disabled. */
export async function findCustomProviderConfig(ctx: ServiceContext, name: string): Promise<ProviderConfig | null> {
	if (!ctx.config.plugins.of(customProviderSettings).enabled || !name.startsWith(CUSTOM_PREFIX)) return null
	const row = await findCustomProvider(ctx.db, name)
	return row?.enabled ? toProviderConfig(ctx, row) : null
}

export async function listEnabledProviders({ db, config }: ServiceContext): Promise<string[]> {
	if (!config.plugins.of(customProviderSettings).enabled) return []
	const rows = await db.selectFrom('auth.custom_oauth_providers').select('identifier').where('enabled', '=', true).execute()
	return rows.map(({ identifier }) => identifier)
}

const IDENTIFIER = /^custom:[A-Za-z0-9_-]{1,50}$/
const BUILT_IN = new Set(['apple', 'azure', 'email', 'facebook', 'github', 'google', 'keycloak', 'phone', 'sms', 'web3'])
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
/** Parameters that we set in every authorization request. */
const RESERVED =
	/^(client_id|client_secret|code.*|redirect_uri|response_.*|state|nonce|scopes?|request.*|registration|claims|id_token.*|grant_type)$/
/** Claims that a mapping may set. All others are about the token, such as its issuer and audience. */
const MAPPABLE = new Set(['sub', 'email', 'email_verified', 'name', 'given_name', 'family_name', 'preferred_username', 'picture'])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

type Values = Omit<CustomProvider, 'id' | 'identifier' | 'client_secret' | 'discovery_document' | 'created_at' | 'updated_at'>
export type ProviderValues = Partial<Values>

/**
 * Returns the provider's identifier. The caller may omit the prefix.
 * @throws ServiceError validation_failed (400) for an invalid or reserved name
 */
export function requireIdentifier(sent: string | null | undefined): string {
	const name = sent?.startsWith(CUSTOM_PREFIX) ? sent.slice(CUSTOM_PREFIX.length) : (sent ?? '')
	if (!IDENTIFIER.test(CUSTOM_PREFIX + name)) throw validationFailed('identifier must be 1 to 50 letters, digits, hyphens and underscores')
	if (BUILT_IN.has(name.toLowerCase())) throw validationFailed(`Cannot use reserved provider name: ${name}`)
	return CUSTOM_PREFIX + name
}

/** @throws ServiceError validation_failed (400) */
export function requireCustomPrefix(identifier: string): string {
	if (!IDENTIFIER.test(identifier)) throw validationFailed("identifier must start with 'custom:' prefix")
	return identifier
}

/**
 * Validates a URL. Outside of production, also allows http to this machine. The resolved address is checked on each request.
 * @throws ServiceError validation_failed (400)
 */
function checkAddress({ config }: ServiceContext, name: string, address: string): string {
	const url = URL.parse(address)
	const isLocal = config.environment !== 'production' && url?.protocol === 'http:' && LOOPBACK.has(url.hostname)
	if (!url || (url.protocol !== 'https:' && !isLocal)) throw validationFailed(`${name} must be an https address`)
	if (url.username || url.password || url.hash) throw validationFailed(`${name} must have no user and no fragment`)
	return address
}

function checkMapping(mapping: Record<string, unknown>, type: string): Record<string, string> {
	for (const [attribute, claim] of Object.entries(mapping)) {
		if (!MAPPABLE.has(attribute) || (attribute === 'sub' && type === 'oidc'))
			throw validationFailed(`attribute_mapping cannot set ${attribute}`)
		if (typeof claim !== 'string' || claim === '') throw validationFailed('attribute_mapping must name a claim for each attribute')
	}
	return mapping as Record<string, string>
}

function checkParameters(parameters: Record<string, string>): Record<string, string> {
	for (const name of Object.keys(parameters))
		if (RESERVED.test(name)) throw validationFailed(`authorization_params cannot override ${name}`)
	return parameters
}

function checkWords(name: string, words: readonly string[]): string[] {
	if (!words.every((word) => SCOPE.test(word))) throw validationFailed(`${name} must contain words without spaces`)
	return [...new Set(words)]
}

function checkAddresses(ctx: ServiceContext, body: CustomProviderBody, type: string): ProviderValues {
	const names = type === 'oidc' ? (['issuer', 'discovery_url'] as const) : (['authorization_url', 'token_url', 'userinfo_url'] as const)
	const found: ProviderValues = {}
	for (const name of names) {
		const address = body[name]
		if (address) found[name] = checkAddress(ctx, name, address)
		else if (address === '' && name === 'discovery_url') found[name] = null
		else if (address === '') throw validationFailed(`${name} cannot be empty`)
	}
	return found
}

/** @throws ServiceError validation_failed (400) */
export function checkProvider(ctx: ServiceContext, body: CustomProviderBody, type: 'oauth2' | 'oidc'): ProviderValues {
	if (body.skip_nonce_check) throw validationFailed('skip_nonce_check is not offered')
	for (const name of ['name', 'client_id', 'client_secret'] as const)
		if (body[name]?.trim() === '') throw validationFailed(`${name} cannot be empty`)
	return {
		...(body.name != null && { name: body.name.trim() }),
		...(body.client_id != null && { client_id: body.client_id }),
		...(body.acceptable_client_ids && { acceptable_client_ids: checkWords('acceptable_client_ids', body.acceptable_client_ids) }),
		...(body.scopes && { scopes: checkWords('scopes', body.scopes) }),
		...(body.custom_claims_allowlist && { custom_claims_allowlist: checkWords('custom_claims_allowlist', body.custom_claims_allowlist) }),
		...(body.pkce_enabled != null && { pkce_enabled: body.pkce_enabled }),
		...(body.attribute_mapping && { attribute_mapping: checkMapping(body.attribute_mapping, type) }),
		...(body.authorization_params && { authorization_params: checkParameters(body.authorization_params) }),
		...(body.enabled != null && { enabled: body.enabled }),
		...(body.email_optional != null && { email_optional: body.email_optional }),
		...checkAddresses(ctx, body, type),
	}
}
