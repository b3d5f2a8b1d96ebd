import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import { reportOutage } from '#server/kernel/outage.ts'

/**
 * Creates `GET /api/health`: 200 `{status:'ok'}` if the database accepts a write, otherwise 503. For supervisors and tests; no
 * details.
 */
export function createHealthApi(check: () => Promise<void>): Hono<HttpEnv> {
	return new Hono<HttpEnv>().get('/', async (c) => {
		try {
			await check()
			return c.json({ status: 'ok' })
		} catch (error) {
			reportOutage(c.var.ctx.log, error as Error)
			c.header('Retry-After', '5')
			return c.json({ status: 'unavailable' }, 503)
		}
	})
}
