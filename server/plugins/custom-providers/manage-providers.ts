import { randomUUID } from 'node:crypto'

import type { CustomProviderBody } from '#contracts/custom-providers.ts'
import { ProviderError } from '#server/adapters/oauth/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { type AuditAction, recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { seal } from '#server/services/platform/keys/seal.ts'

import {
	checkProvider,
	type CustomProvider,
	customProviderSettings,
	findCustomProvider,
	type ProviderValues,
	requireIdentifier,
	requireCustomPrefix,
} from './provider-rows.ts'

const REQUIRED = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

async function fetchDiscovery(ctx: ServiceContext, address: string): Promise<Record<string, unknown>> {
	try {
		return await ctx.oauth.readDiscovery(address)
	} catch (error) {
		if (!(error instanceof ProviderError)) throw error
		ctx.log.warn('OpenID discovery failed', { address, reason: error.message })
		// Omit the response: the caller must not read other servers through this (SSRF).
		throw validationFailed(`Failed to fetch OIDC discovery document from "${address}"`)
	}
}

/**
 * Fetches an issuer's metadata and checks that it is complete and about this issuer.
 * @throws ServiceError validation_failed (400)
 */
async function fetchIssuerMetadata(
	ctx: ServiceContext,
	{ issuer, discoveryUrl }: { issuer: string; discoveryUrl: string | null },
): Promise<Record<string, unknown>> {
	const found = await fetchDiscovery(ctx, discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
	const missing = REQUIRED.filter((name) => typeof found[name] !== 'string')
	if (missing.length > 0) throw validationFailed(`OIDC discovery document is missing required fields: ${missing.join(', ')}`)
	if (found.issuer !== issuer) throw validationFailed(`OIDC discovery issuer mismatch: the document does not name the issuer "${issuer}"`)
	for (const name of REQUIRED)
		if (!/^https?:$/.test(URL.parse(String(found[name]))?.protocol ?? ''))
			throw validationFailed(`OIDC discovery document: ${name} is not a URL`)
	return found
}

type ProviderType = CustomProvider['provider_type']

/** @throws ServiceError feature_disabled (404) */
function requireCustomProviders({ config }: ServiceContext): void {
	if (!config.plugins.of(customProviderSettings).enabled)
		throw new ServiceError('not-found', 'feature_disabled', 'Custom OAuth providers are not enabled')
}

const requireType = (type: string | null | undefined): ProviderType => {
	if (type !== 'oauth2' && type !== 'oidc') throw validationFailed("provider_type must be either 'oauth2' or 'oidc'")
	return type
}

const alreadyExists = () => new ServiceError('invalid', 'conflict', 'A custom OAuth provider with this identifier already exists')

const record = (ctx: ServiceContext, tx: Tx, { action, provider }: { action: AuditAction; provider: string }) =>
	recordAudit(ctx, tx, { action, outcome: 'success', userId: null, detail: { provider } })

/** @throws ServiceError feature_disabled, custom_provider_not_found (404), validation_failed (400) */
export async function requireProvider(ctx: ServiceContext, identifier: string): Promise<CustomProvider> {
	requireCustomProviders(ctx)
	const row = await findCustomProvider(ctx.db, requireCustomPrefix(identifier))
	if (!row) throw new ServiceError('not-found', 'custom_provider_not_found', 'Custom OAuth provider not found')
	return row
}

/** @throws ServiceError over_custom_provider_quota, conflict (400) */
async function requireFreeSlot(ctx: ServiceContext, tx: Tx, identifier: string): Promise<void> {
	const { max } = ctx.config.plugins.of(customProviderSettings)
	const rows = await tx.selectFrom('auth.custom_oauth_providers').select('identifier').execute()
	if (rows.some((row) => row.identifier === identifier) || Object.hasOwn(ctx.config.auth.providers, identifier)) throw alreadyExists()
	if (max > 0 && rows.length >= max)
		throw new ServiceError('invalid', 'over_custom_provider_quota', 'Maximum number of custom OIDC/OAuth providers reached')
}

async function fetchDocument(
	ctx: ServiceContext,
	{ issuer, discovery_url: discoveryUrl }: Pick<ProviderValues, 'issuer' | 'discovery_url'>,
): Promise<string | null> {
	return issuer ? JSON.stringify(await fetchIssuerMetadata(ctx, { issuer, discoveryUrl: discoveryUrl ?? null })) : null
}

const withJson = ({ attribute_mapping: mapping, authorization_params: parameters, ...values }: ProviderValues) => ({
	...values,
	...(mapping !== undefined && { attribute_mapping: JSON.stringify(mapping) }),
	...(parameters !== undefined && { authorization_params: JSON.stringify(parameters) }),
})

/**
 * Adds a provider. Fetches the discovery document of an OpenID provider first.
 * @throws ServiceError feature_disabled (404), validation_failed, conflict, over_custom_provider_quota (400)
 */
export async function createProvider(ctx: ServiceContext, body: CustomProviderBody): Promise<CustomProvider> {
	requireCustomProviders(ctx)
	const type = requireType(body.provider_type)
	const identifier = requireIdentifier(body.identifier)
	const values = checkProvider(ctx, body, type)
	const { name, client_id: clientId } = values
	if (!name || !clientId || !body.client_secret) throw validationFailed('name, client_id and client_secret are required')
	if (type === 'oidc' && !values.issuer) throw validationFailed('issuer is required for OIDC providers')
	if (type === 'oauth2' && !(values.authorization_url && values.token_url && values.userinfo_url))
		throw validationFailed('authorization_url, token_url and userinfo_url are required for OAuth2 providers')
	const document = await fetchDocument(ctx, values)
	const id = randomUUID()
	const secret = await seal(ctx, id, Buffer.from(body.client_secret))
	return inTransaction(ctx.db, async (tx) => {
		await tx.selectFrom('auth.server_secrets').select('name').where('name', '=', 'factor-secrets').forUpdate().execute()
		await requireFreeSlot(ctx, tx, identifier)
		const row = await tx
			.insertInto('auth.custom_oauth_providers')
			.values({
				...withJson(values),
				id,
				identifier,
				name,
				client_id: clientId,
				provider_type: type,
				client_secret: secret,
				discovery_document: document,
				created_at: ctx.now(),
				updated_at: ctx.now(),
			})
			.returningAll()
			.executeTakeFirstOrThrow()
		await record(ctx, tx, { action: 'custom_provider_created', provider: identifier })
		return row
	})
}

/** @throws ServiceError feature_disabled (404), validation_failed (400) for an unknown type */
export async function listProviders(ctx: ServiceContext, type: string | undefined): Promise<CustomProvider[]> {
	requireCustomProviders(ctx)
	const wanted = type ? requireType(type) : null
	const query = ctx.db.selectFrom('auth.custom_oauth_providers').selectAll().orderBy('created_at', 'desc').orderBy('id')
	return (wanted ? query.where('provider_type', '=', wanted) : query).execute()
}

/**
 * Changes a provider, with the same checks as for adding one.
 * @throws ServiceError feature_disabled, custom_provider_not_found (404), validation_failed (400)
 */
export async function changeProvider(ctx: ServiceContext, identifier: string, body: CustomProviderBody): Promise<CustomProvider> {
	const known = await requireProvider(ctx, identifier)
	const values = checkProvider(ctx, body, known.provider_type)
	const needsDocument = known.provider_type === 'oidc' && (values.issuer !== undefined || values.discovery_url !== undefined)
	const document = needsDocument ? await fetchDocument(ctx, { ...known, ...values }) : null
	const secret = body.client_secret ? await seal(ctx, known.id, Buffer.from(body.client_secret)) : null
	return inTransaction(ctx.db, async (tx) => {
		const row = await tx
			.updateTable('auth.custom_oauth_providers')
			.set({
				...withJson(values),
				...(document !== null && { discovery_document: document }),
				...(secret !== null && { client_secret: secret }),
				updated_at: ctx.now(),
			})
			.where('id', '=', known.id)
			.returningAll()
			.executeTakeFirstOrThrow()
		await record(ctx, tx, { action: 'custom_provider_updated', provider: known.identifier })
		return row
	})
}

/**
 * Deletes a provider. Its identities are kept, but can't be used unless it is added again.
 * @throws ServiceError feature_disabled, custom_provider_not_found (404), validation_failed (400)
 */
export async function deleteProvider(ctx: ServiceContext, identifier: string): Promise<void> {
	const known = await requireProvider(ctx, identifier)
	await inTransaction(ctx.db, async (tx) => {
		await tx.deleteFrom('auth.custom_oauth_providers').where('id', '=', known.id).execute()
		await record(ctx, tx, { action: 'custom_provider_deleted', provider: known.identifier })
	})
}
