import { isLoopbackHost } from '#domain/network/loopback.ts'
import type { Config } from '#server/config/config.ts'

import type { HttpContext } from './environment.ts'

/**
 * Which of our addresses a visitor came by: checkouts and mails lead back there, where their browser keeps their session.
 * Anyone can send any Host, so it only chooses among addresses that the operator named, or among the names of a developer's
 * own machine at the site's port.
 */
export function findVisitedOrigin(c: HttpContext, config: Config, isLocalDevelopment: boolean): string {
	const host = c.req.header('host')
	if (host === undefined) return config.siteUrl
	const named = config.otherOrigins.get(host.toLowerCase())
	if (named !== undefined) return named
	if (!isLocalDevelopment) return config.siteUrl
	const site = new URL(config.siteUrl)
	const asked = URL.parse(`${site.protocol}//${host}`)
	return asked !== null && asked.port === site.port && isLoopbackHost(asked.hostname) ? asked.origin : config.siteUrl
}
