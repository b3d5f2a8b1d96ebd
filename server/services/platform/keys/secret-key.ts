import { createHash, timingSafeEqual } from 'node:crypto'

import type { Config } from '#server/config/config.ts'

/** Prefix of every secret API key. The publishable key has a different one. */
export const SECRET_KEY_PREFIX = 'sb_secret_'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * True if a bearer token is the operator's secret key, which has the rights of `service_role`. Compares in constant time once the
 * prefix matches.
 */
export function isSecretKey({ auth }: Config, token: string): boolean {
	if (!token.startsWith(SECRET_KEY_PREFIX)) return false
	const matches = timingSafeEqual(sha256(auth.secretKey ?? ''), sha256(token))
	return auth.secretKey !== null && matches
}
