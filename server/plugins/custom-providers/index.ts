import { CustomProviderBody } from '#contracts/custom-providers.ts'
import { forAdminKey } from '#server/http/auth-v1/admin/admin-requests.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { declareSecretTable } from '#server/services/people/privacy/registry/table-rule.ts'

import { changeProvider, createProvider, deleteProvider, listProviders, requireProvider } from './manage-providers.ts'
import { type CustomProvider, customProviderSettings, listEnabledProviders, findCustomProviderConfig } from './provider-rows.ts'

const idOf = (c: HttpContext) => c.req.param('identifier') ?? ''

/** Converts a provider to the API's format, without the secret. */
function toApiProvider({ client_secret: _secret, ...row }: CustomProvider) {
	const shown = { ...row, skip_nonce_check: false, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
	return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))
}

const getProviders: HttpHandler = async (c) =>
	c.json({ providers: (await listProviders(c.var.ctx, c.req.query('type'))).map(toApiProvider) })

const postProvider: HttpHandler = async (c) =>
	c.json(toApiProvider(await createProvider(c.var.ctx, await readJson(c, CustomProviderBody))), 201)

const getProvider: HttpHandler = async (c) => c.json(toApiProvider(await requireProvider(c.var.ctx, idOf(c))))

const putProvider: HttpHandler = async (c) =>
	c.json(toApiProvider(await changeProvider(c.var.ctx, idOf(c), await readJson(c, CustomProviderBody))))

const deleteProviderByName: HttpHandler = async (c) => {
	await deleteProvider(c.var.ctx, idOf(c))
	return c.body(null, 204)
}

/** Plugin for sign-in providers that the operator adds at run time. */
export const plugin: Plugin = {
	settings: customProviderSettings,
	routes: () => ({
		'/admin/custom-providers': { GET: forAdminKey(getProviders, ['type']), POST: forAdminKey(postProvider) },
		'/admin/custom-providers/:identifier': {
			GET: forAdminKey(getProvider),
			PUT: forAdminKey(putProvider),
			DELETE: forAdminKey(deleteProviderByName),
		},
	}),
	describe: async (ctx) => ({ external: Object.fromEntries((await listEnabledProviders(ctx)).map((name) => [name, true])) }),
	findProvider: findCustomProviderConfig,
	tables: [declareSecretTable('auth.custom_oauth_providers', 'Custom sign-in providers', 'providers that the operator has added')],
}
