import { createHash, randomBytes } from 'node:crypto'

import type { HttpContext } from '#server/http/environment.ts'
import { setOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'

const COOKIE = 'launchway_checkout'
const NONCE = /^[\w-]{22}$/
const COOKIE_SECONDS = 24 * 60 * 60

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest('base64url')

function readNonce(c: HttpContext): string | null {
	const cookie = readOwnCookie(c, COOKIE, c.var.ctx.config)
	return cookie !== null && NONCE.test(cookie) ? cookie : null
}

/**
 * Identifies a guest's browser by a cookie, so that its earlier checkout is closed before a new one opens. The cookie
 * reveals only the address entered in this browser. The purchase needs it, so it requires no consent.
 * @returns hash of the browser's nonce, which itself is never stored
 */
export function readCheckoutBrowser(c: HttpContext): string {
	const nonce = readNonce(c) ?? randomBytes(16).toString('base64url')
	setOwnCookie(c, { name: COOKIE, value: nonce, seconds: COOKIE_SECONDS })
	return hashOf(nonce)
}

/** Returns the hash of the browser's nonce; null without the cookie. Never sets the cookie. */
export function findCheckoutBrowser(c: HttpContext): string | null {
	const nonce = readNonce(c)
	return nonce === null ? null : hashOf(nonce)
}
