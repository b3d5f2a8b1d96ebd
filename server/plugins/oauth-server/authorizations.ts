import { ConsentBody } from '#contracts/oauth-clients.ts'
import { requireSignedIn } from '#server/http/auth-v1/user.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import { requireTokenUser } from '#server/services/identity/accounts/user-record.ts'

import { answerAuthorization, openAuthorization } from './answer-authorization.ts'
import { requireOauthServer } from './clients.ts'
import { startAuthorization } from './start-authorization.ts'

const idOf = (c: HttpContext) => c.req.param('id') ?? ''

/** Converts an application to the API's format. The client expects strings instead of null. */
export const presentClientInfo = (client: { id: string; client_name: string; client_uri: string | null; logo_uri: string | null }) => ({
	id: client.id,
	name: client.client_name,
	uri: client.client_uri ?? '',
	logo_uri: client.logo_uri ?? '',
})

export const getOauthAuthorize: HttpHandler = async (c) => {
	c.header('Referrer-Policy', 'no-referrer')
	return c.redirect(await startAuthorization(c.var.ctx, new URL(c.req.url).searchParams), 302)
}

export const getAuthorization: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	const caller = await requireSignedIn(c)
	const opened = await openAuthorization(c.var.ctx, caller, idOf(c))
	if (opened.kind === 'answered') return c.json({ redirect_url: opened.redirectUrl })
	const { request, client } = opened
	const { email } = await requireTokenUser(c.var.ctx, caller.userId)
	return c.json({
		authorization_id: request.id,
		redirect_uri: request.redirect_uri,
		// This field isn't in GoTrue: the page warns about an application that registered itself.
		client: { ...presentClientInfo(client), registration_type: client.registration_type },
		user: { id: caller.userId, email: email ?? '' },
		scope: request.scope,
	})
}

export const postConsent: HttpHandler = async (c) => {
	requireOauthServer(c.var.ctx)
	const caller = await requireSignedIn(c)
	const { action } = await readJson(c, ConsentBody)
	return c.json({ redirect_url: await answerAuthorization(c.var.ctx, caller, { id: idOf(c), action: action ?? '' }) })
}
