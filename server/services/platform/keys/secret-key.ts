import { createHash, timingSafeEqual } from 'node:crypto'

import type { Config } from '#server/config/config.ts'

/** How every secret API key begins; the publishable one begins otherwise (AUTH_WIRE §1). */
export const SECRET_KEY_PREFIX = 'sb_secret_'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a bearer token is the operator's secret key, which speaks for `service_role`. Takes the same time for every guess
 * that begins like one.
 */
export function isSecretKey({ auth }: Config, token: string): boolean {
	if (!token.startsWith(SECRET_KEY_PREFIX)) return false
	const matches = timingSafeEqual(sha256(auth.secretKey ?? ''), sha256(token))
	return auth.secretKey !== null && matches
}
