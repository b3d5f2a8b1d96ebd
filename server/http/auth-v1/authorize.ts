import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { requireManualLinking, requireStrongSession, unlinkIdentity } from '#server/services/identity/identities/link-identity.ts'
import { startExternalSignIn } from '#server/services/identity/identities/start-external-sign-in.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

import { setFlowCookie } from './flow-cookie.ts'
import { requireSignedIn } from './user.ts'

async function depart(c: HttpContext, linking: SignedIn | null): Promise<string> {
	const query = c.req.query()
	const input = {
		provider: query.provider ?? '',
		scopes: query.scopes ?? '',
		redirectTo: query.redirect_to ?? null,
		code_challenge: query.code_challenge,
		code_challenge_method: query.code_challenge_method,
		query,
	}
	const { url, ...keys } = await startExternalSignIn(c.var.ctx, input, linking)
	setFlowCookie(c, keys)
	return url
}

export const getAuthorize: HttpHandler = async (c) => c.redirect(await depart(c, null), 302)

/** Starts linking another identity. `skip_http_redirect=true` returns the URL, for a client that navigates itself. */
export const getLinkIdentity: HttpHandler = async (c) => {
	requireManualLinking(c.var.ctx)
	const caller = await requireSignedIn(c)
	await requireStrongSession(c.var.ctx, caller)
	const url = await depart(c, caller)
	return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

export const deleteIdentity: HttpHandler = async (c) => {
	requireManualLinking(c.var.ctx)
	const caller = await requireSignedIn(c)
	await unlinkIdentity(c.var.ctx, caller, c.req.param('id') ?? '')
	return c.json({})
}
