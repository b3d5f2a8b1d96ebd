import { UpdateUserBody } from '#contracts/auth.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { readUser } from '#server/services/identity/accounts/read-user.ts'
import { updateUser } from '#server/services/identity/sign-in/update-user.ts'

import { requireSignedIn } from './signed-in.ts'
import { presentUser } from './user-body.ts'

export const getUser: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json(presentUser(await readUser(c.var.ctx, caller.userId)))
}

export const putUser: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const input = await readJson(c, UpdateUserBody)
	return c.json(presentUser(await updateUser(c.var.ctx, caller, { ...input, redirectTo: c.req.query('redirect_to') ?? null })))
}
