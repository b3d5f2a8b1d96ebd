import { CustomProviderBody } from '#contracts/custom-providers.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import {
	changeProvider,
	createProvider,
	deleteProvider,
	listProviders,
	readProvider,
} from '#server/services/identity/custom-providers/manage-providers.ts'
import type { CustomProvider } from '#server/services/identity/custom-providers/provider-rows.ts'

const idOf = (c: HttpContext) => c.req.param('identifier') ?? ''

/** As on the wire: without the secret. */
function present({ client_secret: _secret, ...row }: CustomProvider) {
	const shown = { ...row, skip_nonce_check: false, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
	return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))
}

export const getProviders: HttpHandler = async (c) =>
	c.json({ providers: (await listProviders(c.var.ctx, c.req.query('type'))).map(present) })

export const postProvider: HttpHandler = async (c) =>
	c.json(present(await createProvider(c.var.ctx, await readJson(c, CustomProviderBody))), 201)

export const getProvider: HttpHandler = async (c) => c.json(present(await readProvider(c.var.ctx, idOf(c))))

export const putProvider: HttpHandler = async (c) =>
	c.json(present(await changeProvider(c.var.ctx, idOf(c), await readJson(c, CustomProviderBody))))

export const deleteProviderByName: HttpHandler = async (c) => {
	await deleteProvider(c.var.ctx, idOf(c))
	return c.body(null, 204)
}
