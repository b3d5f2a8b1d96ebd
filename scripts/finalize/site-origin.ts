import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'

/** The address that the server would take for its own under these variables (server/config/config.ts). */
export const originOf = (env: Record<string, string | undefined>): string =>
	(env.GOTRUE_SITE_URL || `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '')

/** Puts the origin where the prerendered page left a place for it, in addresses inside addresses as well. */
export const withOrigin = (html: string, origin: string): string =>
	html.replaceAll(ORIGIN_TOKEN, origin).replaceAll(encodeURIComponent(ORIGIN_TOKEN), encodeURIComponent(origin))
