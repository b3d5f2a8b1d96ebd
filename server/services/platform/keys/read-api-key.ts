import type { ServiceContext } from '#server/services/context.ts'

import { verifyAccessToken } from './access-token.ts'
import { type ApiKeyRole, roleOfApiKey } from './api-key-role.ts'
import { isSecretKey, SECRET_KEY_PREFIX } from './secret-key.ts'

/**
 * Returns the role of an API key: the secret key, a publishable key, or the older signed format.
 * @returns null for a user's token, which the caller still has to check
 * @throws ServiceError `bad_jwt` (403) for anything else
 */
export async function readApiKey(ctx: ServiceContext, token: string): Promise<ApiKeyRole | null> {
	if (isSecretKey(ctx.config, token)) return 'service_role'
	if (token.startsWith('sb_') && !token.startsWith(SECRET_KEY_PREFIX)) return 'anon'
	return roleOfApiKey(await verifyAccessToken(ctx, token))
}
