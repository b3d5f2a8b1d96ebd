import { getCookie, setCookie } from 'hono/cookie'
import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { HttpContext } from '#server/http/environment.ts'

const COOKIE = 'launchway_sandbox'
const TOKEN = /^[\w-]{43}$/

/** The browser's token, made on the first visit. The form repeats it; another site can send the form but not read the token. */
export function issueCsrfToken(c: HttpContext): string {
	const known = getCookie(c, COOKIE)
	if (known !== undefined && TOKEN.test(known)) return known
	const token = randomBytes(32).toString('base64url')
	const secure = c.var.ctx.config.siteUrl.startsWith('https:')
	setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/sandbox', secure })
	return token
}

export function isCsrfTokenRight(c: HttpContext, told: unknown): boolean {
	const known = getCookie(c, COOKIE)
	if (known === undefined || !TOKEN.test(known) || typeof told !== 'string' || told.length !== known.length) return false
	return timingSafeEqual(Buffer.from(known), Buffer.from(told))
}
