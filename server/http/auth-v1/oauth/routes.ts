import { OauthClientBody } from '#contracts/oauth-clients.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimiter, limited } from '#server/http/rate-limit.ts'
import { registerClient } from '#server/services/identity/oauth-server/manage-clients.ts'

import { getAuthorization, getOauthAuthorize, postConsent } from './authorizations.ts'
import { presentToldClient } from './client-body.ts'
import { getOauthMetadata } from './discovery.ts'
import { deleteGrant, getGrants } from './grants.ts'
import { postOauthToken } from './token.ts'
import { getUserinfo } from './userinfo.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

/** RFC 7591, section 3.2.1, requires the time when a secret expires: never. */
const postRegistration: HttpHandler = async (c) => {
	const told = await registerClient(c.var.ctx, await readJson(c, OauthClientBody))
	return c.json({ ...presentToldClient(told), ...(told.secret !== null && { client_secret_expires_at: 0 }) }, 201)
}

/** This server as a sign-in provider for other applications. */
export function oauthRoutes() {
	const limit = (name: string, points: number, seconds = FIVE_MINUTES) => createLimiter({ name: `oauth-${name}`, points, seconds })
	const questions = limit('questions', 60)
	return {
		'/oauth/authorize': { GET: limited([limit('authorize', 60)], getOauthAuthorize) },
		'/oauth/authorizations/:id': { GET: limited([questions], getAuthorization) },
		'/oauth/authorizations/:id/consent': { POST: limited([questions], postConsent) },
		'/oauth/token': { POST: limited([limit('token', 150)], postOauthToken) },
		'/oauth/userinfo': { GET: limited([limit('userinfo', 300)], getUserinfo) },
		'/oauth/clients/register': { POST: limited([limit('register', 10, HOUR)], postRegistration) },
		'/user/oauth/grants': { GET: getGrants, DELETE: limited([limit('revoke', 60)], deleteGrant) },
		'/.well-known/openid-configuration': { GET: getOauthMetadata },
		'/.well-known/oauth-authorization-server': { GET: getOauthMetadata },
	}
}
