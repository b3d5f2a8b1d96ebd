import type { Selectable } from 'kysely'
import { domainToASCII } from 'node:url'

import type { AttributeMapping } from '#domain/auth/saml-claims.ts'
import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import type { AuthSsoProviders } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type SamlConfig, samlSettings } from './settings.ts'

export type SsoProviderRow = Selectable<AuthSsoProviders>
/** Provider. `domains`: sorted email domains that it may vouch for. */
export type SsoProvider = SsoProviderRow & { domains: string[] }

/** Returns the provider's name in identities, sessions and flows. */
export const toProviderName = ({ id }: { id: string }) => `sso:${id}`
/** Returns the provider's ID from its name, which has a prefix. A plain ID stays unchanged. */
export const toProviderId = (name: string) => name.replace(/^sso:/, '')

/** Returns the attribute mapping, which the admin API's schema validated when it was stored. */
export const toMapping = ({ attribute_mapping: mapping }: SsoProviderRow) => mapping as AttributeMapping

/** @throws ServiceError saml_provider_disabled (404) with GoTrue's message if SAML is off */
export function requireSaml(ctx: ServiceContext): SamlConfig {
	const { saml } = ctx.config.plugins.of(samlSettings)
	if (!saml) throw new ServiceError('not-found', 'saml_provider_disabled', 'SAML 2.0 is disabled')
	return saml
}

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Converts a domain to lower-case ASCII; null for anything else. */
export function parseDomain(text: string): string | null {
	const domain = domainToASCII(text.trim().toLowerCase())
	return DOMAIN.test(domain) ? domain : null
}

/** Lists a provider's domains, sorted, in ASCII and lower case. */
export async function listDomains(db: Db | Tx, id: string): Promise<string[]> {
	const rows = await db.selectFrom('auth.sso_domains').select('domain').where('provider_id', '=', id).orderBy('domain').execute()
	return rows.map(({ domain }) => domain)
}

const withDomains = async (db: Db | Tx, row: SsoProviderRow | undefined): Promise<SsoProvider | null> =>
	row ? { ...row, domains: await listDomains(db, row.id) } : null

/** Finds a provider by ID; null if there is none, or the ID is malformed. */
export async function findSsoProvider(db: Db | Tx, id: string): Promise<SsoProvider | null> {
	if (!isUuid(id)) return null
	return withDomains(db, await db.selectFrom('auth.sso_providers').selectAll().where('id', '=', id).executeTakeFirst())
}

/**
 * @param text as typed
 * @returns null if the domain has no provider or isn't valid
 */
export async function findByDomain(db: Db | Tx, text: string): Promise<SsoProvider | null> {
	const domain = parseDomain(text)
	if (domain === null) return null
	const row = await db
		.selectFrom('auth.sso_providers')
		.selectAll()
		.where('id', 'in', (eb) => eb.selectFrom('auth.sso_domains').select('provider_id').where('domain', '=', domain))
		.executeTakeFirst()
	return withDomains(db, row)
}

/** @param entityId exactly as the issuer in metadata and assertions */
export const findByEntityId = async (db: Db | Tx, entityId: string): Promise<SsoProvider | null> =>
	withDomains(db, await db.selectFrom('auth.sso_providers').selectAll().where('entity_id', '=', entityId).executeTakeFirst())

/** @throws ServiceError sso_provider_disabled (404) */
export function requireEnabledProvider(provider: SsoProvider): SsoProvider {
	if (provider.disabled) throw new ServiceError('not-found', 'sso_provider_disabled', 'This SSO provider is currently disabled')
	return provider
}
