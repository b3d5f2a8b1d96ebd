import { createHash, randomBytes } from 'node:crypto'

import type { HttpContext } from '#server/http/environment.ts'
import { keepOwnCookie, readOwnCookie } from '#server/http/own-cookie.ts'

const COOKIE = 'launchway_checkout'
const NONCE = /^[\w-]{22}$/
const KEEP_SECONDS = 24 * 60 * 60

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest('base64url')

function readNonce(c: HttpContext): string | null {
	const known = readOwnCookie(c, COOKIE, c.var.ctx.config)
	return known !== null && NONCE.test(known) ? known : null
}

/**
 * Distinguishes one guest's browser from another, so that its earlier checkout is closed before a new one opens. It signs no
 * one in; it shows only the address typed in this browser. The purchase needs it, so no consent is asked.
 * @returns hash of the browser's nonce; the nonce itself is never stored
 */
export function readCheckoutBrowser(c: HttpContext): string {
	const nonce = readNonce(c) ?? randomBytes(16).toString('base64url')
	keepOwnCookie(c, { name: COOKIE, value: nonce, seconds: KEEP_SECONDS })
	return hashOf(nonce)
}

/** The same for a browser that has the cookie; null for any other, and no cookie is set. */
export function findCheckoutBrowser(c: HttpContext): string | null {
	const nonce = readNonce(c)
	return nonce === null ? null : hashOf(nonce)
}
