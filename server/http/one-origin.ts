import { createMiddleware } from 'hono/factory'

import type { Config } from '#server/config/config.ts'

import type { HttpEnv } from './environment.ts'

/**
 * In local development, leads a browser that opened a page under another name of this machine (127.0.0.1 for localhost) to the
 * site's address: sessions belong to one name, and links in emails that the clock sends name that one.
 */
export const oneOrigin = ({ siteUrl, otherOrigins }: Config) =>
	createMiddleware<HttpEnv>(async (c, next) => {
		const visited = c.var.ctx.config.siteUrl
		const isPage = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document'
		if (!isPage || visited === siteUrl || [...otherOrigins.values()].includes(visited)) return next()
		const { pathname, search } = new URL(c.req.url)
		return c.redirect(siteUrl + pathname + search, 302)
	})
