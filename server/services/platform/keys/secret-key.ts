import { createHash, timingSafeEqual } from 'node:crypto'

import type { Config } from '#server/config/config.ts'

/** Prefix of every secret API key; the publishable one has another. */
export const SECRET_KEY_PREFIX = 'sb_secret_'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * True if a bearer token is the operator's secret key, which speaks for `service_role`. Takes the same time for every guess with the right
 * prefix.
 */
export function isSecretKey({ auth }: Config, token: string): boolean {
	if (!token.startsWith(SECRET_KEY_PREFIX)) return false
	const matches = timingSafeEqual(sha256(auth.secretKey ?? ''), sha256(token))
	return auth.secretKey !== null && matches
}
