import { IdTokenGrantBody } from '#contracts/auth.ts'
import { sendSession } from '#server/http/auth-v1/session-body.ts'
import { inOauthShape } from '#server/http/auth-v1/token.ts'
import { requireSignedIn } from '#server/http/auth-v1/user.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimiter, limited } from '#server/http/rate-limit.ts'
import type { Plugin } from '#server/plugins/plugin.ts'
import { invalid } from '#server/services/identity/accounts/check-input.ts'

import { signInWithIdToken } from './sign-in-with-id-token.ts'

const grantIdToken: HttpHandler = async (c) => {
	const body = await readJson(c, IdTokenGrantBody)
	if (!body.provider || !body.id_token) throw invalid('provider and id_token required')
	const input = { provider: body.provider, idToken: body.id_token, accessToken: body.access_token || null, nonce: body.nonce || null }
	const linkTo = body.link_identity ? await requireSignedIn(c) : null
	return inOauthShape(c, 'invalid request', async () => sendSession(c, await signInWithIdToken(c.var.ctx, input, linkTo)))
}

/** Plugin for identity tokens that the client obtained from an OpenID provider itself. */
export const plugin: Plugin = {
	grants: () => ({ id_token: limited([createLimiter({ name: 'id-token', points: 30, seconds: 300 })], grantIdToken) }),
}
