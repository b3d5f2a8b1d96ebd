import { readBearer } from '#server/http/access.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { requireServiceRole } from '#server/services/operations/accounts/require-service-role.ts'

import { getAuditLog } from './audit.ts'
import { deletePasskeyOf, deleteFactorOf, getFactorsOf, getPasskeysOf } from './belongings.ts'
import { deleteProviderByName, getProvider, getProviders, postProvider, putProvider } from './custom-providers.ts'
import { postGenerateLink, postInvite } from './links.ts'
import { deleteClientById, getClient, getClients, postClient, postClientSecret, putClient } from './oauth-clients.ts'
import { deleteSsoProvider, getSsoProvider, getSsoProviders, postSsoProvider, putSsoProvider } from './sso-providers.ts'
import { deleteUser, getAccount, getUsers, postUser, putAccount } from './users.ts'

/** Admits only the operator's programs, before anything of the request is read. */
const asService =
	(handler: HttpHandler): HttpHandler =>
	async (c, next) => {
		await requireServiceRole(c.var.ctx, readBearer(c))
		return handler(c, next)
	}

/** The admin surface: for the operator's own programs, never for a browser. */
export const adminRoutes = () => ({
	'/invite': { POST: asService(postInvite) },
	'/admin/generate_link': { POST: asService(postGenerateLink) },
	'/admin/audit': { GET: asService(getAuditLog) },
	'/admin/users': { GET: asService(getUsers), POST: asService(postUser) },
	'/admin/users/:id': { GET: asService(getAccount), PUT: asService(putAccount), DELETE: asService(deleteUser) },
	'/admin/users/:id/factors': { GET: asService(getFactorsOf) },
	'/admin/users/:id/factors/:factor': { DELETE: asService(deleteFactorOf) },
	'/admin/users/:id/passkeys': { GET: asService(getPasskeysOf) },
	'/admin/users/:id/passkeys/:passkey': { DELETE: asService(deletePasskeyOf) },
	'/admin/sso/providers': { GET: asService(getSsoProviders), POST: asService(postSsoProvider) },
	'/admin/sso/providers/:id': {
		GET: asService(getSsoProvider),
		PUT: asService(putSsoProvider),
		DELETE: asService(deleteSsoProvider),
	},
	'/admin/oauth/clients': { GET: asService(getClients), POST: asService(postClient) },
	'/admin/oauth/clients/:id': { GET: asService(getClient), PUT: asService(putClient), DELETE: asService(deleteClientById) },
	'/admin/oauth/clients/:id/regenerate_secret': { POST: asService(postClientSecret) },
	'/admin/custom-providers': { GET: asService(getProviders), POST: asService(postProvider) },
	'/admin/custom-providers/:identifier': {
		GET: asService(getProvider),
		PUT: asService(putProvider),
		DELETE: asService(deleteProviderByName),
	},
})
