import { isPublishableKey, readBearer } from '#server/http/access.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { requireFactorShown } from '#server/http/second-factor-policy.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { identifyBearer, type SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

/**
 * Returns the account of a protected endpoint's caller.
 * @throws ServiceError no_authorization (401) without a token, bad_jwt (403) for a publishable key, which belongs to no user;
 * else as `readActor`
 */
export async function requireSignedIn(c: HttpContext): Promise<SignedIn> {
	const token = readBearer(c)
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if (isPublishableKey(token, c.req.header('apikey'))) throw new ServiceError('forbidden', 'bad_jwt', 'invalid claim: missing sub claim')
	const caller = await identifyBearer(c.var.ctx, token)
	requireFactorShown(c, caller)
	return caller
}
