import type { SsoProviderBody } from '#contracts/auth-sso.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed } from '#server/services/identity/accounts/check-input.ts'
import { type AuditAction, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { checkSsoProvider, type SsoProviderInput } from './check-sso-provider.ts'
import { listDomains, findByEntityId, findSsoProvider, toProviderName, type SsoProvider } from './sso-provider.ts'

const notFound = () => new ServiceError('not-found', 'sso_provider_not_found', 'SSO Identity Provider not found')

/** Locks all providers to serialize changes, so that checks stay valid until the write. */
const lockProviders = (tx: Tx) => tx.selectFrom('auth.sso_providers').select('id').orderBy('id').forUpdate().execute()

async function requireFreeEntity(tx: Tx, entityId: string): Promise<void> {
	if (await findByEntityId(tx, entityId))
		throw new ServiceError('unprocessable', 'saml_idp_already_exists', `An identity provider with the EntityID ${entityId} already exists`)
}

async function saveDomains(ctx: ServiceContext, tx: Tx, { id, domains }: { id: string; domains: string[] }): Promise<void> {
	await tx.deleteFrom('auth.sso_domains').where('provider_id', '=', id).execute()
	if (domains.length === 0) return
	const saved = await tx
		.insertInto('auth.sso_domains')
		.values(domains.map((domain) => ({ domain, provider_id: id, created_at: ctx.now() })))
		.onConflict((conflict) => conflict.doNothing())
		.returning('domain')
		.execute()
	const taken = domains.find((domain) => !saved.some((row) => row.domain === domain))
	if (taken !== undefined)
		throw new ServiceError('invalid', 'sso_domain_already_exists', `The domain ${taken} is already assigned to an SSO identity provider`)
}

const toColumns = (ctx: ServiceContext, { metadata, mapping, nameIdFormat, disabled, allowIdpInitiated }: SsoProviderInput) => ({
	...(metadata && { metadata_xml: metadata.xml, metadata_url: metadata.url, metadata_checked_at: ctx.now() }),
	...(mapping && { attribute_mapping: JSON.stringify(mapping) }),
	...(nameIdFormat && { name_id_format: nameIdFormat.format }),
	...(disabled !== null && { disabled }),
	...(allowIdpInitiated !== null && { allow_idp_initiated: allowIdpInitiated }),
	updated_at: ctx.now(),
})

const audit = (ctx: ServiceContext, tx: Tx, { action, id, changed = '' }: { action: AuditAction; id: string; changed?: string }) =>
	recordAudit(ctx, tx, {
		action,
		outcome: 'success',
		userId: null,
		detail: { by: 'service_role', sso_provider_id: id, ...(changed && { changed }) },
	})

/** Ends the sessions of a provider that no longer decides who may sign in. */
async function endProviderSessions(tx: Tx, provider: SsoProvider): Promise<void> {
	const name = toProviderName(provider)
	await tx.deleteFrom('auth.flow_states').where('provider', '=', name).execute()
	await tx
		.deleteFrom('auth.sessions')
		.where('id', 'in', (eb) => eb.selectFrom('auth.mfa_amr_claims').select('session_id').where('provider', '=', name))
		.execute()
}

async function requireById(db: Db | Tx, id: string): Promise<SsoProvider> {
	const provider = await findSsoProvider(db, id)
	if (!provider) throw notFound()
	return provider
}

export async function listSsoProviders(ctx: ServiceContext): Promise<SsoProvider[]> {
	const rows = await ctx.db.selectFrom('auth.sso_providers').selectAll().orderBy('created_at').orderBy('id').execute()
	return Promise.all(rows.map(async (row) => ({ ...row, domains: await listDomains(ctx.db, row.id) })))
}

/** @throws ServiceError sso_provider_not_found (404) */
export const requireSsoProvider = (ctx: ServiceContext, id: string): Promise<SsoProvider> => requireById(ctx.db, id)

/**
 * @throws ServiceError validation_failed, saml_metadata_fetch_failed, sso_domain_already_exists (400), conflict (409),
 * saml_idp_already_exists (422)
 */
export async function addSsoProvider(ctx: ServiceContext, body: SsoProviderBody): Promise<SsoProvider> {
	if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
	const input = await checkSsoProvider(ctx, body)
	const { metadata } = input
	if (!metadata) throw validationFailed('Either metadata_xml or metadata_url must be set')
	return inTransaction(ctx.db, async (tx) => {
		await lockProviders(tx)
		await requireFreeEntity(tx, metadata.provider.entityId)
		const row = await tx
			.insertInto('auth.sso_providers')
			.values({
				entity_id: metadata.provider.entityId,
				metadata_xml: metadata.xml,
				...toColumns(ctx, input),
				created_at: ctx.now(),
			})
			.onConflict((conflict) => conflict.doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!row) throw new ServiceError('conflict', 'conflict', 'This identity provider is being added right now. Try again')
		if (input.domains) await saveDomains(ctx, tx, { id: row.id, domains: input.domains })
		await audit(ctx, tx, { action: 'sso_provider_created', id: row.id })
		return requireById(tx, row.id)
	})
}

/**
 * Changes a provider. Disabling it ends its sessions.
 * @throws ServiceError sso_provider_not_found (404), saml_entity_id_mismatch and the errors of adding (400)
 */
export async function updateSsoProvider(ctx: ServiceContext, id: string, body: SsoProviderBody): Promise<SsoProvider> {
	await requireSsoProvider(ctx, id)
	const input = await checkSsoProvider(ctx, body)
	return inTransaction(ctx.db, async (tx) => {
		await lockProviders(tx)
		const known = await requireById(tx, id)
		const entityId = input.metadata?.provider.entityId ?? known.entity_id
		if (entityId !== known.entity_id) {
			const message = `The metadata must be of the same EntityID: expected ${known.entity_id} but got ${entityId}`
			throw new ServiceError('invalid', 'saml_entity_id_mismatch', message)
		}
		await tx.updateTable('auth.sso_providers').set(toColumns(ctx, input)).where('id', '=', id).execute()
		if (input.domains) await saveDomains(ctx, tx, { id, domains: input.domains })
		if (input.disabled) await endProviderSessions(tx, known)
		await audit(ctx, tx, { action: 'sso_provider_changed', id, changed: Object.keys(body).sort().join(' ') })
		return requireById(tx, id)
	})
}

/**
 * Removes a provider and ends its sessions; its accounts are kept.
 * @throws ServiceError sso_provider_not_found (404)
 */
export async function removeSsoProvider(ctx: ServiceContext, id: string): Promise<SsoProvider> {
	return inTransaction(ctx.db, async (tx) => {
		await lockProviders(tx)
		const provider = await requireById(tx, id)
		await tx.deleteFrom('auth.sso_providers').where('id', '=', id).execute()
		await endProviderSessions(tx, provider)
		await audit(ctx, tx, { action: 'sso_provider_deleted', id })
		return provider
	})
}
