import { createMiddleware } from 'hono/factory'
import { randomUUID } from 'node:crypto'

import { OUR_PAGES } from '#contracts/publishable-key.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/services/context.ts'
import { BROWSER_COOKIE } from '#server/services/identity/accounts/known-browser.ts'

import { clientAddress } from './client-address.ts'
import type { HttpContext, HttpEnv } from './environment.ts'
import { readOwnCookie } from './own-cookie.ts'
import { isFromOwnMachine, readSocketAddress } from './own-machine.ts'
import { findVisitedOrigin } from './visited-origin.ts'

function configFor(c: HttpContext, config: Config, isLocalDevelopment: boolean): Config {
	const siteUrl = findVisitedOrigin(c, config, isLocalDevelopment)
	return siteUrl === config.siteUrl ? config : { ...config, siteUrl }
}

/**
 * Gives each request its id and its ServiceContext. Every request starts anonymous; a surface that knows tokens replaces the
 * actor.
 */
export const requestContext = (deps: Deps) =>
	createMiddleware<HttpEnv>(async (c, next) => {
		const requestId = randomUUID()
		const isLocalDevelopment = deps.config.environment !== 'production' && isFromOwnMachine(c)
		const config = configFor(c, deps.config, isLocalDevelopment)
		const socket = readSocketAddress(c)
		c.set('ctx', {
			...deps,
			config,
			actor: { type: 'anonymous' },
			clientAddress: clientAddress(c.req.header('x-forwarded-for'), socket, deps.config.trustedProxyHops),
			isLocalDevelopment,
			browserCookie: readOwnCookie(c, BROWSER_COOKIE, config),
			userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
			isOurPages: c.req.header('x-client-info') === OUR_PAGES,
			requestId,
		})
		c.header('X-Request-Id', requestId)
		await next()
	})
