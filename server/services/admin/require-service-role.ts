import type { ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { verifyAccessToken } from '#server/services/keys/access-token.ts'
import { isSecretKey, SECRET_KEY_PREFIX } from '#server/services/keys/secret-key.ts'

const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin']

const notAdmin = () => new ServiceError('forbidden', 'not_admin', 'User not allowed')

/**
 * Lets the operator's programs through: the secret API key, or a token of role `service_role` that we signed. A session's
 * token never counts, whatever role it names.
 * @param token null without one
 * @throws ServiceError no_authorization (401), bad_jwt, not_admin (403)
 */
export async function requireServiceRole(ctx: ServiceContext, token: string | null): Promise<void> {
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if (isSecretKey(ctx.config, token)) return
	if (token.startsWith('sb_') && !token.startsWith(SECRET_KEY_PREFIX)) throw notAdmin()
	const { role, session_id: sessionId } = await verifyAccessToken(ctx, token)
	if (sessionId !== undefined || !ADMIN_ROLES.includes(role)) throw notAdmin()
}
