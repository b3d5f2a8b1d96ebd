import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { HttpContext } from '#server/http/environment.ts'
import { setOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'

const COOKIE = 'launchway_sandbox'
const TOKEN = /^[\w-]{43}$/

/**
 * Returns the CSRF token, created on the first visit. Each form repeats it: another site can post the form, but can't read the
 * token.
 */
export function issueCsrfToken(c: HttpContext): string {
	const known = readOwnCookie(c, COOKIE, c.var.ctx.config)
	if (known !== null && TOKEN.test(known)) return known
	const token = randomBytes(32).toString('base64url')
	setOwnCookie(c, { name: COOKIE, value: token })
	return token
}

export function isCsrfTokenValid(c: HttpContext, sent: unknown): boolean {
	const known = readOwnCookie(c, COOKIE, c.var.ctx.config)
	if (known === null || !TOKEN.test(known) || typeof sent !== 'string' || sent.length !== known.length) return false
	return timingSafeEqual(Buffer.from(known), Buffer.from(sent))
}
