import { AdminFactorBody } from '#contracts/auth-admin.ts'
import { presentPasskey } from '#server/http/auth-v1/passkeys.ts'
import { presentFactor } from '#server/http/auth-v1/user-body.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import {
	changeFactor,
	listFactorsOf,
	listPasskeysOf,
	removeFactor,
	removePasskey,
} from '#server/services/operations/accounts/change-belongings.ts'

export const getFactorsOf: HttpHandler = async (c) => c.json((await listFactorsOf(c.var.ctx, c.req.param('id') ?? '')).map(presentFactor))

export const putFactorOf: HttpHandler = async (c) => {
	const factor = { userId: c.req.param('id') ?? '', id: c.req.param('factor') ?? '' }
	return c.json(presentFactor(await changeFactor(c.var.ctx, factor, await readJson(c, AdminFactorBody))))
}

export const deleteFactorOf: HttpHandler = async (c) =>
	c.json(presentFactor(await removeFactor(c.var.ctx, { userId: c.req.param('id') ?? '', id: c.req.param('factor') ?? '' })))

export const getPasskeysOf: HttpHandler = async (c) =>
	c.json((await listPasskeysOf(c.var.ctx, c.req.param('id') ?? '')).map(presentPasskey))

export const deletePasskeyOf: HttpHandler = async (c) => {
	await removePasskey(c.var.ctx, { userId: c.req.param('id') ?? '', id: c.req.param('passkey') ?? '' })
	return c.body(null, 204)
}
