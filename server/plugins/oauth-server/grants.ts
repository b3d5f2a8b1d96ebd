import { requireSignedIn } from '#server/http/auth-v1/signed-in.ts'
import type { HttpHandler } from '#server/http/environment.ts'

import { presentClientInfo } from './authorizations.ts'
import { listGrants, revokeGrant } from './client-grants.ts'
import { requireOauthServer } from './client-rows.ts'

/** Returns the applications with access to the learner's account. */
export const getGrants: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	const grants = await listGrants(c.var.ctx, await requireSignedIn(c))
	return c.json(
		grants.map((grant) => ({ client: presentClientInfo(grant), scopes: grant.scopes, granted_at: grant.granted_at.toISOString() })),
	)
}

export const deleteGrant: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	await revokeGrant(c.var.ctx, await requireSignedIn(c), c.req.query('client_id') ?? '')
	return c.body(null, 204)
}
