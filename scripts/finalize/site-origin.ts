import { ORIGIN_TOKEN } from '#contracts/origin-token.ts'

/** The server's own address under these variables (server/config/config.ts). */
export const originOf = (env: Record<string, string | undefined>): string =>
	(env.GOTRUE_SITE_URL || `http://localhost:${env.PORT || 3000}`).replace(/\/+$/, '')

/** Replaces the placeholder of a prerendered page by the origin, also in URL-encoded addresses. */
export const withOrigin = (html: string, origin: string): string =>
	html.replaceAll(ORIGIN_TOKEN, origin).replaceAll(encodeURIComponent(ORIGIN_TOKEN), encodeURIComponent(origin))
