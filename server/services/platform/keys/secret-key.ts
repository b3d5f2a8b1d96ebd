import { createHash, timingSafeEqual } from 'node:crypto'

import type { Config } from '#server/config/config.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type ApiKeyRole, roleOfApiKey, verifyAccessToken } from './access-token.ts'

/**
 * Returns the role of an API key.
 * @returns null for a user's token, which the caller still has to check
 * @throws ServiceError `bad_jwt` (403) for anything else
 */
export async function readApiKey(ctx: ServiceContext, token: string): Promise<ApiKeyRole | null> {
	if (isSecretKey(ctx.config, token)) return 'service_role'
	if (token.startsWith('sb_') && !token.startsWith(SECRET_KEY_PREFIX)) return 'anon'
	return roleOfApiKey(await verifyAccessToken(ctx, token))
}

/** Prefix of every secret API key. The publishable key has a different one. */
export const SECRET_KEY_PREFIX = 'sb_secret_'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** True for the secret key, which has the rights of `service_role`. Compares in constant time once the prefix matches. */
export function isSecretKey({ auth }: Config, token: string): boolean {
	if (!token.startsWith(SECRET_KEY_PREFIX)) return false
	const matches = timingSafeEqual(sha256(auth.secretKey ?? ''), sha256(token))
	return auth.secretKey !== null && matches
}
