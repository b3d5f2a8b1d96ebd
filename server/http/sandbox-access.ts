import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'node:crypto'

import { SANDBOX_TOKEN_HEADER } from '#contracts/outbox.ts'
import { sha256 } from '#server/kernel/sha256.ts'

import type { HttpContext, HttpEnv } from './environment.ts'
import { setOwnCookie, readOwnCookie } from './own-cookie.ts'
import { isFromOwnMachine } from './own-machine.ts'

const COOKIE = 'launchway_sandbox_token'

const isToken = (c: HttpContext, sent: string | null | undefined): boolean =>
	sent != null && timingSafeEqual(sha256(sent), sha256(c.var.ctx.config.sandboxToken))

/** Moves the token from the URL to an HttpOnly cookie, by a redirect to the same URL without it. */
function keepToken(c: HttpContext, token: string) {
	setOwnCookie(c, { name: COOKIE, value: token })
	c.header('Referrer-Policy', 'no-referrer')
	const { pathname, searchParams } = new URL(c.req.url)
	searchParams.delete('token')
	return c.redirect(searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname, 303)
}

/**
 * Middleware for the sandbox's pages, which show codes and simulate payments. They are open on this machine; elsewhere they need the token
 * printed at startup. Everyone else gets 403.
 */
export const sandboxAccess = createMiddleware<HttpEnv>(async (c, next) => {
	const token = c.req.method === 'GET' ? c.req.query('token') : undefined
	if (token !== undefined && isToken(c, token)) return keepToken(c, token)
	if (isFromOwnMachine(c) || isToken(c, c.req.header(SANDBOX_TOKEN_HEADER)) || isToken(c, readOwnCookie(c, COOKIE, c.var.ctx.config)))
		return next()
	return c.text(
		'This page opens only on the machine that the server runs on. From anywhere else, add the ?token=… that the server prints when it starts.',
		403,
	)
})
