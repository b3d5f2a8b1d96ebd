import { getCookie, setCookie } from 'hono/cookie'
import { createHash, randomBytes } from 'node:crypto'

import type { HttpContext } from '#server/http/environment.ts'

const COOKIE = 'launchway_checkout'
const NONCE = /^[\w-]{22}$/
const KEEP_SECONDS = 24 * 60 * 60

/**
 * Tells one guest's browser from another, so that its earlier checkout is closed before a new one opens. It proves
 * nothing: no order is shown and nobody is signed in because of it. Needed for the purchase itself, so no consent is asked.
 * @returns hash of the browser's nonce; the nonce itself is never stored
 */
export function readCheckoutBrowser(c: HttpContext): string {
	const known = getCookie(c, COOKIE)
	const nonce = known !== undefined && NONCE.test(known) ? known : randomBytes(16).toString('base64url')
	const secure = c.var.ctx.config.siteUrl.startsWith('https:')
	setCookie(c, COOKIE, nonce, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: KEEP_SECONDS, secure })
	return createHash('sha256').update(nonce).digest('base64url')
}
