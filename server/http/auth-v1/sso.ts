import { SsoBody } from '#contracts/auth-sso.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { startSso } from '#server/services/identity/company-sign-in/start-sso.ts'

import { setFlowCookie } from './flow-cookie.ts'

/** Where to go to sign in at a company's identity provider; the client requests the address first and goes there itself. */
export const postSso: HttpHandler = async (c) => {
	const body = await readJson(c, SsoBody)
	const { url, ...keys } = await startSso(c.var.ctx, body)
	setFlowCookie(c, keys, c.var.ctx.config.saml?.flowSeconds)
	return body.skip_http_redirect === true ? c.json({ url }) : c.redirect(url, 303)
}
