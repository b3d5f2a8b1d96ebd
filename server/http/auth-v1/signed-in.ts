import { isPublishableKey, readBearer } from '#server/http/access.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { requireFactorShown } from '#server/http/second-factor-policy.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { identifyBearer, type SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'

/**
 * The account that a protected endpoint works on. A missing token (401) differs from the product's own key (403), a token
 * that names no person.
 */
export async function requireSignedIn(c: HttpContext): Promise<SignedIn> {
	const token = readBearer(c)
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if (isPublishableKey(token, c.req.header('apikey'))) throw new ServiceError('forbidden', 'bad_jwt', 'invalid claim: missing sub claim')
	const caller = await identifyBearer(c.var.ctx, token)
	requireFactorShown(c, caller)
	return caller
}
