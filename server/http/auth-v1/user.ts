import { UpdateUserBody } from '#contracts/auth.ts'
import { isPublishableKey, readBearer, requireFactorShown } from '#server/http/access.ts'
import { type HttpContext, type HttpHandler, readJson } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readUser } from '#server/services/identity/accounts/user-record.ts'
import { LOGOUT_SCOPES, type LogoutScope, signOut } from '#server/services/identity/sessions/end-sessions.ts'
import { requireFreshChange } from '#server/services/identity/sessions/fresh-proof.ts'
import { identifyBearer, type SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { reauthenticate } from '#server/services/identity/sign-in/resend-code.ts'
import { updateUser } from '#server/services/identity/sign-in/update-user.ts'

import { presentUser } from './user-body.ts'

/**
 * @throws ServiceError no_authorization (401) without a token, bad_jwt (403) for a publishable key, which belongs to no user;
 * otherwise as `readActor`
 */
export async function requireSignedIn(c: HttpContext): Promise<SignedIn> {
	const token = readBearer(c)
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if (isPublishableKey(token, c.req.header('apikey'))) throw new ServiceError('forbidden', 'bad_jwt', 'invalid claim: missing sub claim')
	const caller = await identifyBearer(c.var.ctx, token)
	requireFactorShown(c, caller)
	return caller
}

/** Sends a code. This is a GET with side effects, as in GoTrue. Other sites' pages can't trigger it: it requires the bearer token. */
export const sendReauthenticationCode: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	// A HEAD request must not send a message.
	if (c.req.method !== 'HEAD') await reauthenticate(c.var.ctx, caller)
	return c.json({})
}

const isScope = (scope: string): scope is LogoutScope => (LOGOUT_SCOPES as readonly string[]).includes(scope)

export const postLogout: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const scope = c.req.query('scope') ?? 'global'
	if (!isScope(scope)) throw new ServiceError('invalid', 'validation_failed', `Unsupported logout scope "${scope.slice(0, 50)}"`)
	// To end the account's other sessions, a session opened by our pages needs a fresh proof.
	if (scope !== 'local') await requireFreshChange(c.var.ctx, c.var.ctx.db, caller)
	await signOut(c.var.ctx, caller, scope)
	return c.body(null, 204)
}

export const getUser: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	return c.json(presentUser(await readUser(c.var.ctx, caller.userId)))
}

export const putUser: HttpHandler = async (c) => {
	const caller = await requireSignedIn(c)
	const input = await readJson(c, UpdateUserBody)
	return c.json(presentUser(await updateUser(c.var.ctx, caller, { ...input, redirectTo: c.req.query('redirect_to') ?? null })))
}
