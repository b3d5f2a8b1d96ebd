import { OauthClientBody, ConsentBody } from '#contracts/oauth-clients.ts'
import { paths } from '#contracts/paths.ts'
import { readBearer } from '#server/http/access.ts'
import { forAdminKey, PAGE_QUERY, readPageQuery, setPageHeaders } from '#server/http/auth-v1/admin/admin-requests.ts'
import { METADATA_CACHE } from '#server/http/auth-v1/router.ts'
import { requireSignedIn } from '#server/http/auth-v1/user.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import { createLimiter, withLimits } from '#server/http/limits.ts'
import { cacheControl, cors } from '#server/http/security-headers.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { requireTokenUser } from '#server/services/identity/accounts/user-record.ts'
import { identifyClient } from '#server/services/identity/sessions/identify-bearer.ts'
import { declareUserTable, declareSecretTable } from '#server/services/people/privacy/registry/table-rule.ts'

import { answerAuthorization, openAuthorization } from './answer-authorization.ts'
import { listGrants, revokeGrant } from './client-grants.ts'
import { presentClient, presentClientWithSecret, requireOauthServer } from './clients.ts'
import { deleteUnusedOauthRows } from './delete-unused-rows.ts'
import { getOauthMetadata } from './discovery.ts'
import { describeLearner } from './learner-claims.ts'
import {
	changeClient,
	createOauthClient,
	deleteClient,
	listClients,
	readClient,
	regenerateSecret,
	registerClient,
} from './manage-clients.ts'
import { oauthServerSettings } from './settings.ts'
import { startAuthorization } from './start-authorization.ts'
import { postOauthToken } from './token-endpoint.ts'

/** Converts an application to the API's format. The client expects strings instead of null. */
const presentClientInfo = (client: { id: string; client_name: string; client_uri: string | null; logo_uri: string | null }) => ({
	id: client.id,
	name: client.client_name,
	uri: client.client_uri ?? '',
	logo_uri: client.logo_uri ?? '',
})

const getOauthAuthorize: HttpHandler = async (c) => {
	c.header('Referrer-Policy', 'no-referrer')
	return c.redirect(await startAuthorization(c.var.ctx, new URL(c.req.url).searchParams), 302)
}

const getAuthorization: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	const caller = await requireSignedIn(c)
	const opened = await openAuthorization(c.var.ctx, caller, idOf(c))
	if (opened.kind === 'answered') return c.json({ redirect_url: opened.redirectUrl })
	const { request, client } = opened
	const { email } = await requireTokenUser(c.var.ctx, caller.userId)
	return c.json({
		authorization_id: request.id,
		redirect_uri: request.redirect_uri,
		// This field isn't in GoTrue: the page uses it to warn about an application that registered itself.
		client: { ...presentClientInfo(client), registration_type: client.registration_type },
		user: { id: caller.userId, email: email ?? '' },
		scope: request.scope,
	})
}

const postConsent: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	const caller = await requireSignedIn(c)
	const { action } = await readJson(c, ConsentBody)
	return c.json({ redirect_url: await answerAuthorization(c.var.ctx, caller, { id: idOf(c), action: action ?? '' }) })
}

const idOf = (c: HttpContext) => c.req.param('id') ?? ''

const getClients: HttpHandler = async (c) => {
	const listed = await listClients(c.var.ctx, readPageQuery(c))
	setPageHeaders(c, '/admin/oauth/clients', listed)
	return c.json({ clients: listed.items.map(presentClient), aud: 'authenticated' })
}

const postClient: HttpHandler = async (c) =>
	c.json(presentClientWithSecret(await createOauthClient(c.var.ctx, await readJson(c, OauthClientBody))), 201)

const getClient: HttpHandler = async (c) => c.json(presentClient(await readClient(c.var.ctx, idOf(c))))

const putClient: HttpHandler = async (c) =>
	c.json(presentClient(await changeClient(c.var.ctx, idOf(c), await readJson(c, OauthClientBody))))

const deleteClientById: HttpHandler = async (c) => {
	await deleteClient(c.var.ctx, idOf(c))
	return c.body(null, 204)
}

const postClientSecret: HttpHandler = async (c) => c.json(presentClientWithSecret(await regenerateSecret(c.var.ctx, idOf(c))))

const getUserinfo: HttpHandler = async (c) => {
	const { ctx } = c.var
	requireOauthServer(ctx)
	const token = readBearer(c)
	const invalidToken = (message: string) => {
		c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
		return new ServiceError('unauthenticated', 'invalid_token', message)
	}
	if (token === null) throw invalidToken('This endpoint requires a valid Bearer token')
	const caller = await identifyClient(ctx, token).catch((error: unknown) => {
		throw error instanceof ServiceError ? invalidToken(error.message) : error
	})
	return c.json(describeLearner(await requireTokenUser(ctx, caller.userId), caller.scopes))
}

const getGrants: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	const grants = await listGrants(c.var.ctx, await requireSignedIn(c))
	return c.json(
		grants.map((grant) => ({ client: presentClientInfo(grant), scopes: grant.scopes, granted_at: grant.granted_at.toISOString() })),
	)
}

const deleteGrant: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	await revokeGrant(c.var.ctx, await requireSignedIn(c), c.req.query('client_id') ?? '')
	return c.body(null, 204)
}

const oauthTables = [
	declareUserTable('auth.oauth_authorizations', {
		protection: 'secret',
		title: 'Authorization requests of applications',
		purpose: 'requests for access and the answers to them; codes are stored as hashes',
		retention: { expires: 'an hour after they expired' },
		exported: ['client_id', 'scope', 'status', 'created_at', 'redeemed_at'],
	}),
	declareUserTable('auth.oauth_consents', {
		protection: 'personal',
		title: 'Applications with access',
		purpose: 'what the learner has allowed each application to do',
		retention: { while: 'the learner does not withdraw it' },
		exported: ['client_id', 'scopes', 'granted_at'],
	}),
	declareSecretTable('auth.oauth_clients', 'Applications', 'which applications may ask learners for access'),
]

const FIVE_MINUTES = 300
const HOUR = 3600

/** Registers an application. RFC 7591, section 3.2.1, requires the expiry of the secret; 0 means never. */
const postRegistration: HttpHandler = async (c) => {
	const registered = await registerClient(c.var.ctx, await readJson(c, OauthClientBody))
	return c.json({ ...presentClientWithSecret(registered), ...(registered.secret !== null && { client_secret_expires_at: 0 }) }, 201)
}

function oauthRoutes() {
	const limit = (name: string, points: number, seconds = FIVE_MINUTES) => createLimiter({ name: `oauth-${name}`, points, seconds })
	const requests = limit('questions', 60)
	return {
		'/oauth/authorize': { GET: withLimits([limit('authorize', 60)], getOauthAuthorize) },
		'/oauth/authorizations/:id': { GET: withLimits([requests], getAuthorization) },
		'/oauth/authorizations/:id/consent': { POST: withLimits([requests], postConsent) },
		'/oauth/token': { POST: withLimits([limit('token', 150)], postOauthToken) },
		'/oauth/userinfo': { GET: withLimits([limit('userinfo', 300)], getUserinfo) },
		'/oauth/clients/register': { POST: withLimits([limit('register', 10, HOUR)], postRegistration) },
		'/admin/oauth/clients': { GET: forAdminKey(getClients, PAGE_QUERY), POST: forAdminKey(postClient) },
		'/admin/oauth/clients/:id': { GET: forAdminKey(getClient), PUT: forAdminKey(putClient), DELETE: forAdminKey(deleteClientById) },
		'/admin/oauth/clients/:id/regenerate_secret': { POST: forAdminKey(postClientSecret) },
		'/user/oauth/grants': { GET: getGrants, DELETE: withLimits([limit('revoke', 60)], deleteGrant) },
		'/.well-known/openid-configuration': { GET: getOauthMetadata },
		'/.well-known/oauth-authorization-server': { GET: getOauthMetadata },
	}
}

export const plugin: Plugin = {
	settings: oauthServerSettings,
	routes: oauthRoutes,
	openToViews: ['GET /auth/v1/user/oauth/grants'],
	// RFC 8414 inserts the well-known segment before the issuer's path.
	mount: (app) => void app.get(paths.oauthMetadata, cors('GET, OPTIONS'), cacheControl(METADATA_CACHE), getOauthMetadata),
	describe: async ({ config }) => ({ oauth_server_enabled: config.plugins.of(oauthServerSettings).enabled }),
	tables: oauthTables,
	deleteExpired: deleteUnusedOauthRows,
}
