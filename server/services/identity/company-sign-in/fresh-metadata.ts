import { type IdentityProvider, SamlError } from '#server/adapters/saml/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { SsoProvider } from './sso-provider.ts'

const HOUR_MS = 3_600_000
/** How old metadata may be that can be had anew. */
const DAY_MS = 24 * HOUR_MS

async function fetchNewer(ctx: ServiceContext, provider: SsoProvider & { metadata_url: string }): Promise<IdentityProvider | null> {
	const now = ctx.now().getTime()
	// Written before it is asked: a server that is away is asked once an hour, not at every sign-in.
	const { numUpdatedRows } = await ctx.db
		.updateTable('auth.sso_providers')
		.set({ metadata_checked_at: new Date(now - DAY_MS + HOUR_MS) })
		.where('id', '=', provider.id)
		.where('metadata_checked_at', '<', new Date(now - DAY_MS))
		.executeTakeFirst()
	if (numUpdatedRows === 0n) return null
	try {
		const xml = await ctx.saml.fetchMetadata(provider.metadata_url)
		const metadata = await ctx.saml.readMetadata(xml)
		if (metadata.entityId !== provider.entity_id) throw new SamlError('invalid', 'the metadata is of another entity')
		await ctx.db
			.updateTable('auth.sso_providers')
			.set({ metadata_xml: xml, metadata_checked_at: ctx.now() })
			.where('id', '=', provider.id)
			.execute()
		return metadata
	} catch (error) {
		if (!(error instanceof SamlError)) throw error
		ctx.log.warn('metadata of an identity provider could not be renewed', { provider: provider.id, reason: error.message })
		return null
	}
}

/**
 * What a provider tells of itself, at most a day old where it can be asked: providers change their keys. When it cannot be
 * asked, what was known goes on to count, and the log says so.
 */
export async function readFreshMetadata(ctx: ServiceContext, provider: SsoProvider): Promise<IdentityProvider> {
	const known = await ctx.saml.readMetadata(provider.metadata_xml)
	const now = ctx.now().getTime()
	const { metadata_url: url, metadata_checked_at: checkedAt } = provider
	if (url !== null && now - checkedAt.getTime() > DAY_MS) return (await fetchNewer(ctx, { ...provider, metadata_url: url })) ?? known
	if (known.validUntil !== null && known.validUntil.getTime() <= now)
		ctx.log.warn('metadata of an identity provider is past its own end', { provider: provider.id })
	return known
}
