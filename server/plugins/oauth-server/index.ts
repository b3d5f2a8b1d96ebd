import { OauthClientBody } from '#contracts/oauth-clients.ts'
import { paths } from '#contracts/paths.ts'
import { asService } from '#server/http/auth-v1/admin/as-service.ts'
import { PAGE_QUERY } from '#server/http/auth-v1/admin/page-headers.ts'
import { METADATA_CACHE } from '#server/http/auth-v1/router.ts'
import { cors } from '#server/http/cors.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimiter, limited } from '#server/http/rate-limit.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import type { Plugin } from '#server/plugins/plugin.ts'

import { deleteClientById, getClient, getClients, postClient, postClientSecret, putClient } from './admin-clients.ts'
import { getAuthorization, getOauthAuthorize, postConsent } from './authorizations.ts'
import { presentClientWithSecret } from './client-body.ts'
import { deleteExpiredAuthorizations } from './delete-expired-authorizations.ts'
import { getOauthMetadata } from './discovery.ts'
import { deleteGrant, getGrants } from './grants.ts'
import { registerClient } from './manage-clients.ts'
import { oauthServerSettings } from './settings.ts'
import { oauthTables } from './tables.ts'
import { postOauthToken } from './token-endpoint.ts'
import { getUserinfo } from './userinfo.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

/** RFC 7591, section 3.2.1, requires the expiry of the secret; 0 means never. */
const postRegistration: HttpHandler = async (c) => {
	const told = await registerClient(c.var.ctx, await readJson(c, OauthClientBody))
	return c.json({ ...presentClientWithSecret(told), ...(told.secret !== null && { client_secret_expires_at: 0 }) }, 201)
}

function oauthRoutes() {
	const limit = (name: string, points: number, seconds = FIVE_MINUTES) => createLimiter({ name: `oauth-${name}`, points, seconds })
	const requests = limit('questions', 60)
	return {
		'/oauth/authorize': { GET: limited([limit('authorize', 60)], getOauthAuthorize) },
		'/oauth/authorizations/:id': { GET: limited([requests], getAuthorization) },
		'/oauth/authorizations/:id/consent': { POST: limited([requests], postConsent) },
		'/oauth/token': { POST: limited([limit('token', 150)], postOauthToken) },
		'/oauth/userinfo': { GET: limited([limit('userinfo', 300)], getUserinfo) },
		'/oauth/clients/register': { POST: limited([limit('register', 10, HOUR)], postRegistration) },
		'/admin/oauth/clients': { GET: asService(getClients, PAGE_QUERY), POST: asService(postClient) },
		'/admin/oauth/clients/:id': { GET: asService(getClient), PUT: asService(putClient), DELETE: asService(deleteClientById) },
		'/admin/oauth/clients/:id/regenerate_secret': { POST: asService(postClientSecret) },
		'/user/oauth/grants': { GET: getGrants, DELETE: limited([limit('revoke', 60)], deleteGrant) },
		'/.well-known/openid-configuration': { GET: getOauthMetadata },
		'/.well-known/oauth-authorization-server': { GET: getOauthMetadata },
	}
}

/** This server as a sign-in provider for other applications. */
export const plugin: Plugin = {
	settings: oauthServerSettings,
	routes: oauthRoutes,
	openToViews: ['GET /auth/v1/user/oauth/grants'],
	// RFC 8414 inserts the well-known segment before the issuer's path.
	mount: (app) => void app.get(paths.oauthMetadata, cors('GET, OPTIONS'), cacheControl(METADATA_CACHE), getOauthMetadata),
	describe: async ({ config }) => ({ oauth_server_enabled: config.plugins.of(oauthServerSettings).enabled }),
	tables: oauthTables,
	deleteExpired: deleteExpiredAuthorizations,
}
