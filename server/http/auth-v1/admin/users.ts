import { AdminUserBody, DeleteUserBody } from '#contracts/auth-admin.ts'
import { presentUser } from '#server/http/auth-v1/user-body.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { changeAccount } from '#server/services/operations/accounts/change-account.ts'
import { createAccount } from '#server/services/operations/accounts/create-account.ts'
import { deleteAccount } from '#server/services/operations/accounts/delete-account.ts'
import { requireAccount } from '#server/services/operations/accounts/find-account.ts'
import { listUsers } from '#server/services/operations/accounts/list-users.ts'

import { readPageQuery, setPageHeaders } from './page-headers.ts'

export const getUsers: HttpHandler = async (c) => {
	const [filter, sort] = [c.req.query('filter'), c.req.queries('sort')]
	const listed = await listUsers(c.var.ctx, { ...readPageQuery(c), filter, sort })
	setPageHeaders(c, '/admin/users', listed)
	return c.json({ users: listed.items.map(presentUser), aud: 'authenticated' })
}

export const postUser: HttpHandler = async (c) => c.json(presentUser(await createAccount(c.var.ctx, await readJson(c, AdminUserBody))))

export const getAccount: HttpHandler = async (c) => c.json(presentUser(await requireAccount(c.var.ctx.db, c.req.param('id') ?? '')))

export const putAccount: HttpHandler = async (c) =>
	c.json(presentUser(await changeAccount(c.var.ctx, c.req.param('id') ?? '', await readJson(c, AdminUserBody))))

export const deleteUser: HttpHandler = async (c) => {
	const { should_soft_delete: isSoft } = await readJson(c, DeleteUserBody)
	await deleteAccount(c.var.ctx, c.req.param('id') ?? '', isSoft === true)
	return c.json({})
}
