import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'

import { OWN_PAGES_CLIENT_INFO } from '#contracts/publishable-key.ts'
import { isLoopbackHost } from '#domain/network/loopback.ts'
import type { Config } from '#server/config/config.ts'
import { currentWork, readTrace, type Work } from '#server/kernel/work.ts'
import type { Deps } from '#server/services/context.ts'
import { BROWSER_COOKIE } from '#server/services/identity/accounts/trusted-origin.ts'
import { truncateAddress } from '#server/services/platform/network/to-network.ts'
import { createResponseCounter } from '#server/services/platform/responses/response-counter.ts'
import { createWorkWatch } from '#server/services/platform/work/work-watch.ts'

import type { HttpContext, HttpEnv } from './environment.ts'
import { readOwnCookie } from './own-cookie.ts'
import { isFromOwnMachine, readSocketAddress } from './own-machine.ts'

function configFor(c: HttpContext, config: Config, isLocalDevelopment: boolean): Config {
	const siteUrl = findVisitedOrigin(c, config, isLocalDevelopment)
	return siteUrl === config.siteUrl ? config : { ...config, siteUrl }
}

/** Creates the context of a request. Requests start as anonymous; an API that supports tokens replaces the actor. */
export const requestContext = (deps: Deps) =>
	createMiddleware<HttpEnv>(async (c, next) => {
		const requestId = randomUUID()
		const isLocalDevelopment = deps.config.environment !== 'production' && isFromOwnMachine(c)
		const config = configFor(c, deps.config, isLocalDevelopment)
		const address = clientAddress(c.req.header('x-forwarded-for'), readSocketAddress(c), deps.config.trustedProxyHops)
		c.set('ctx', {
			...deps,
			config,
			actor: { type: 'anonymous' },
			clientAddress: address,
			isLocalDevelopment,
			browserCookie: readOwnCookie(c, BROWSER_COOKIE, config),
			userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
			isOurPages: c.req.header('x-client-info') === OWN_PAGES_CLIENT_INFO,
			requestId,
		})
		c.header('X-Request-Id', requestId)
		const work: Work = {
			requestId,
			...readTrace(c.req.header('traceparent'), requestId),
			name: () => routePath(c),
			request: { method: c.req.method, network: truncateAddress(address) },
			startedAt: performance.now(),
		}
		const end = deps.state.of(createWorkWatch).begin(work)
		try {
			await currentWork.run(work, next)
		} finally {
			end(String(c.res.status))
			deps.state.of(createResponseCounter).count(c.res.status, deps.now())
		}
	})

/**
 * Returns the client's IP address. Each of our proxies appends the address it sees, so the entry `trustedHops` from the right is
 * the last one that a client can't forge.
 * @param forwardedFor the X-Forwarded-For header, if any
 * @param socketAddress peer of the TCP connection
 */
function clientAddress(forwardedFor: string | undefined, socketAddress: string, trustedHops: number): string {
	if (trustedHops === 0 || !forwardedFor) return socketAddress
	const hops = forwardedFor.split(',').map((hop) => hop.trim())
	const claimed = hops.at(-trustedHops) ?? ''
	return isIP(claimed) ? claimed : socketAddress
}

/**
 * Returns the origin that the browser visited. Checkouts and emails link back to it, because the browser has its session there. The Host
 * header can be forged, so it only selects one of the configured origins or, in local development, a loopback name with the site's port.
 */
function findVisitedOrigin(c: HttpContext, config: Config, isLocalDevelopment: boolean): string {
	const host = c.req.header('host')
	if (host === undefined) return config.siteUrl
	const named = config.otherOrigins.get(host.toLowerCase())
	if (named !== undefined) return named
	if (!isLocalDevelopment) return config.siteUrl
	const site = new URL(config.siteUrl)
	const visited = URL.parse(`${site.protocol}//${host}`)
	return visited !== null && visited.port === site.port && isLoopbackHost(visited.hostname) ? visited.origin : config.siteUrl
}
