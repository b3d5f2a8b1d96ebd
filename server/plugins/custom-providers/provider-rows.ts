import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { ProviderConfig } from '#server/adapters/oauth/port.ts'
import { defineSettings } from '#server/config/plugin-settings.ts'
import { flag } from '#server/config/variable.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { AuthCustomOauthProviders } from '#server/db/row-types.ts'
import type { ServiceContext } from '#server/services/context.ts'
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
export async function openCustomProvider(ctx: ServiceContext, name: string): Promise<ProviderConfig | null> {
	if (!ctx.config.plugins.of(customProviderSettings).enabled || !name.startsWith(CUSTOM_PREFIX)) return null
	const row = await findCustomProvider(ctx.db, name)
	return row?.enabled ? toProviderConfig(ctx, row) : null
}

export async function listEnabledProviders({ db, config }: ServiceContext): Promise<string[]> {
	if (!config.plugins.of(customProviderSettings).enabled) return []
	const rows = await db.selectFrom('auth.custom_oauth_providers').select('identifier').where('enabled', '=', true).execute()
	return rows.map(({ identifier }) => identifier)
}
