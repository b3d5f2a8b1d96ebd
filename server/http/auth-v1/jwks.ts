import type { HttpHandler } from '#server/http/environment.ts'
import { readRecentKeys } from '#server/services/platform/keys/signing-keys.ts'

/** Public keys only; clients verify tokens with them and cache them for ten minutes. */
export const getJwks: HttpHandler = async (c) => {
	const { jwks } = await readRecentKeys(c.var.ctx)
	return c.json(jwks)
}
