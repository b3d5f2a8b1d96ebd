import { readBearer } from '#server/http/access.ts'
import type { HttpHandler } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readUser } from '#server/services/identity/accounts/read-user.ts'
import { identifyClient } from '#server/services/identity/sessions/identify-bearer.ts'

import { requireOauthServer } from './client-rows.ts'
import { describeLearner } from './learner-claims.ts'

/** Returns the learner's claims that the scopes allow (OpenID Connect Core, section 5.3). */
export const getUserinfo: HttpHandler = async (c) => {
	const { ctx } = c.var
	requireOauthServer(ctx)
	const token = readBearer(c)
	const refuse = (message: string) => {
		c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
		return new ServiceError('unauthenticated', 'invalid_token', message)
	}
	if (token === null) throw refuse('This endpoint requires a valid Bearer token')
	const caller = await identifyClient(ctx, token).catch((error: unknown) => {
		throw error instanceof ServiceError ? refuse(error.message) : error
	})
	return c.json(describeLearner(await readUser(ctx, caller.userId), caller.scopes))
}
