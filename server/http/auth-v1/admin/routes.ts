import { AdminFactorBody, AdminUserBody, DeleteUserBody, GenerateLinkBody, InviteBody } from '#contracts/auth-admin.ts'
import { toPasskeyJson } from '#server/http/auth-v1/factors.ts'
import { presentFactor, presentUser } from '#server/http/auth-v1/user.ts'
import { type HttpHandler, readJson } from '#server/http/environment.ts'
import {
	changeFactor,
	listFactorsOf,
	listPasskeysOf,
	removeFactor,
	removePasskey,
} from '#server/services/operations/accounts/change-belongings.ts'
import { listUsers, requireAccount } from '#server/services/operations/accounts/find-account.ts'
import { generateLink, inviteUser } from '#server/services/operations/accounts/generate-link.ts'
import { changeAccount, createAccount, deleteAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { type AuditRow, readAuditLog } from '#server/services/platform/audit/read-audit-log.ts'

import { forAdminKey, PAGE_QUERY, readPageQuery, setPageHeaders } from './admin-requests.ts'

const getUsers: HttpHandler = async (c) => {
	const [filter, sort] = [c.req.query('filter'), c.req.queries('sort')]
	const listed = await listUsers(c.var.ctx, { ...readPageQuery(c), filter, sort })
	setPageHeaders(c, '/admin/users', listed)
	return c.json({ users: listed.items.map(presentUser), aud: 'authenticated' })
}

const postUser: HttpHandler = async (c) => c.json(presentUser(await createAccount(c.var.ctx, await readJson(c, AdminUserBody))))

const getAccount: HttpHandler = async (c) => c.json(presentUser(await requireAccount(c.var.ctx.db, c.req.param('id') ?? '')))

const putAccount: HttpHandler = async (c) =>
	c.json(presentUser(await changeAccount(c.var.ctx, c.req.param('id') ?? '', await readJson(c, AdminUserBody))))

const deleteUser: HttpHandler = async (c) => {
	const { should_soft_delete: isSoft } = await readJson(c, DeleteUserBody)
	await deleteAccount(c.var.ctx, c.req.param('id') ?? '', isSoft === true)
	return c.json({})
}

const getFactorsOf: HttpHandler = async (c) => c.json((await listFactorsOf(c.var.ctx, c.req.param('id') ?? '')).map(presentFactor))

const putFactorOf: HttpHandler = async (c) => {
	const factor = { userId: c.req.param('id') ?? '', id: c.req.param('factor') ?? '' }
	return c.json(presentFactor(await changeFactor(c.var.ctx, factor, await readJson(c, AdminFactorBody))))
}

const deleteFactorOf: HttpHandler = async (c) =>
	c.json(presentFactor(await removeFactor(c.var.ctx, { userId: c.req.param('id') ?? '', id: c.req.param('factor') ?? '' })))

const getPasskeysOf: HttpHandler = async (c) => c.json((await listPasskeysOf(c.var.ctx, c.req.param('id') ?? '')).map(toPasskeyJson))

const deletePasskeyOf: HttpHandler = async (c) => {
	await removePasskey(c.var.ctx, { userId: c.req.param('id') ?? '', id: c.req.param('passkey') ?? '' })
	return c.body(null, 204)
}

const postInvite: HttpHandler = async (c) => {
	const body = await readJson(c, InviteBody)
	return c.json(presentUser(await inviteUser(c.var.ctx, { ...body, redirectTo: c.req.query('redirect_to') ?? null })))
}

const postGenerateLink: HttpHandler = async (c) => {
	const body = await readJson(c, GenerateLinkBody)
	const link = await generateLink(c.var.ctx, body, c.req.query('redirect_to') ?? null)
	return c.json({
		...presentUser(link.user),
		action_link: link.url,
		email_otp: link.code,
		hashed_token: link.linkToken,
		verification_type: link.type,
		redirect_to: link.redirectTo,
	})
}

const presentEntry = (row: AuditRow) => ({
	id: row.id,
	payload: {
		...(row.payload as Record<string, unknown>),
		action: row.action,
		outcome: row.outcome,
		...(row.user_id !== null && { actor_id: row.user_id }),
	},
	created_at: row.created_at.toISOString(),
	ip_address: row.ip_address,
})

const getAuditLog: HttpHandler = async (c) => {
	const listed = await readAuditLog(c.var.ctx, readPageQuery(c), c.req.query('query'))
	setPageHeaders(c, '/admin/audit', listed)
	return c.json(listed.items.map(presentEntry))
}

/** Routes of the admin API: for the operator's own programs, never for a browser. */
export const adminRoutes = () => ({
	'/invite': { POST: forAdminKey(postInvite, ['redirect_to']) },
	'/admin/generate_link': { POST: forAdminKey(postGenerateLink, ['redirect_to']) },
	'/admin/audit': { GET: forAdminKey(getAuditLog, [...PAGE_QUERY, 'query']) },
	'/admin/users': { GET: forAdminKey(getUsers, [...PAGE_QUERY, 'filter', 'sort']), POST: forAdminKey(postUser) },
	'/admin/users/:id': { GET: forAdminKey(getAccount), PUT: forAdminKey(putAccount), DELETE: forAdminKey(deleteUser) },
	'/admin/users/:id/factors': { GET: forAdminKey(getFactorsOf) },
	'/admin/users/:id/factors/:factor': { PUT: forAdminKey(putFactorOf), DELETE: forAdminKey(deleteFactorOf) },
	'/admin/users/:id/passkeys': { GET: forAdminKey(getPasskeysOf) },
	'/admin/users/:id/passkeys/:passkey': { DELETE: forAdminKey(deletePasskeyOf) },
})
