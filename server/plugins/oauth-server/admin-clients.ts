import { OauthClientBody } from '#contracts/oauth-clients.ts'
import { readPageQuery, setPageHeaders } from '#server/http/auth-v1/admin/page-headers.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'

import { presentClient, presentClientWithSecret } from './client-body.ts'
import { changeClient, createOauthClient, deleteClient, listClients, readClient, regenerateSecret } from './manage-clients.ts'

const idOf = (c: HttpContext) => c.req.param('id') ?? ''

export const getClients: HttpHandler = async (c) => {
	const listed = await listClients(c.var.ctx, readPageQuery(c))
	setPageHeaders(c, '/admin/oauth/clients', listed)
	return c.json({ clients: listed.items.map(presentClient), aud: 'authenticated' })
}

export const postClient: HttpHandler = async (c) =>
	c.json(presentClientWithSecret(await createOauthClient(c.var.ctx, await readJson(c, OauthClientBody))), 201)

export const getClient: HttpHandler = async (c) => c.json(presentClient(await readClient(c.var.ctx, idOf(c))))

export const putClient: HttpHandler = async (c) =>
	c.json(presentClient(await changeClient(c.var.ctx, idOf(c), await readJson(c, OauthClientBody))))

export const deleteClientById: HttpHandler = async (c) => {
	await deleteClient(c.var.ctx, idOf(c))
	return c.body(null, 204)
}

export const postClientSecret: HttpHandler = async (c) => c.json(presentClientWithSecret(await regenerateSecret(c.var.ctx, idOf(c))))
