import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'

/**
 * Creates `/livez`, which shows that the process responds, and `/readyz`, which shows that it can serve visitors. Neither returns
 * details.
 * @param check rejects while the server can't serve visitors
 */
export function createProbes(check: () => Promise<void>): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/livez', (c) => c.json({ status: 'ok' }))
		.get('/readyz', async (c) => {
			try {
				await check()
				return c.json({ status: 'ok' })
			} catch (error) {
				c.var.ctx.log.throttled('warn', 'not ready', { reason: (error as Error).message })
				c.header('Retry-After', '5')
				return c.json({ status: 'unavailable' }, 503)
			}
		})
}
