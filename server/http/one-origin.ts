import { createMiddleware } from 'hono/factory'

import type { Config } from '#server/config/config.ts'

import type { HttpEnv } from './environment.ts'

/**
 * For local development: redirects a browser that opened the site under another name of this machine (127.0.0.1 instead of
 * localhost) to the configured one. A session belongs to one host name, and links in emails sent by jobs use the configured one.
 */
export const oneOrigin = ({ siteUrl, otherOrigins }: Config) =>
	createMiddleware<HttpEnv>(async (c, next) => {
		const visited = c.var.ctx.config.siteUrl
		const isPage = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document'
		if (!isPage || visited === siteUrl || [...otherOrigins.values()].includes(visited)) return next()
		const { pathname, search } = new URL(c.req.url)
		return c.redirect(siteUrl + pathname + search, 302)
	})
