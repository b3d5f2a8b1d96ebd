import type { ServiceContext } from '#server/services/context.ts'

import { fetchMetadata } from './node-saml.ts'
import { readMetadata } from './read-metadata.ts'
import { type IdentityProvider, SamlError } from './saml-types.ts'
import type { SsoProvider } from './sso-provider.ts'

const HOUR_MS = 3_600_000
/** Maximum age of metadata that was fetched from a URL. */
const DAY_MS = 24 * HOUR_MS

async function fetchNewer(ctx: ServiceContext, provider: SsoProvider & { metadata_url: string }): Promise<IdentityProvider | null> {
	const now = ctx.now().getTime()
	// First schedule the next attempt in an hour, so that an unreachable server isn't tried at every sign-in.
	const { numUpdatedRows } = await ctx.db
		.updateTable('auth.sso_providers')
		.set({ metadata_checked_at: new Date(now - DAY_MS + HOUR_MS) })
		.where('id', '=', provider.id)
		.where('metadata_checked_at', '<', new Date(now - DAY_MS))
		.executeTakeFirst()
	if (numUpdatedRows === 0n) return null
	try {
		const xml = await fetchMetadata(ctx.fetchPublic, provider.metadata_url)
		const metadata = await readMetadata(xml)
		if (metadata.entityId !== provider.entity_id) throw new SamlError('invalid', 'the metadata belongs to another entity')
		await ctx.db
			.updateTable('auth.sso_providers')
			.set({ metadata_xml: xml, metadata_checked_at: ctx.now() })
			.where('id', '=', provider.id)
			.execute()
		return metadata
	} catch (error) {
		if (!(error instanceof SamlError)) throw error
		ctx.log.warn('identity provider metadata not refreshed', { provider: provider.id, reason: error.message })
		return null
	}
}

/**
 * Returns metadata at most a day old if it has a URL, because providers rotate their keys. If fetching fails, the previous
 * metadata is kept.
 */
export async function readFreshMetadata(ctx: ServiceContext, provider: SsoProvider): Promise<IdentityProvider> {
	const known = await readMetadata(provider.metadata_xml)
	const now = ctx.now().getTime()
	const { metadata_url: url, metadata_checked_at: checkedAt } = provider
	if (url !== null && now - checkedAt.getTime() > DAY_MS) return (await fetchNewer(ctx, { ...provider, metadata_url: url })) ?? known
	if (known.validUntil !== null && known.validUntil.getTime() <= now)
		ctx.log.throttled('warn', 'identity provider metadata has expired', { provider: provider.id })
	return known
}
