import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import { checkDatabase } from '#server/services/health/check-database.ts'

/** `GET /api/health`: 200 `{status:'ok'}` when the database answers, else 503. For supervisors and tests; tells nothing more. */
export function createHealthApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>().get('/', async (c) => {
		try {
			await checkDatabase(c.var.ctx)
			return c.json({ status: 'ok' })
		} catch (error) {
			c.var.ctx.log.error('health check failed', { requestId: c.var.ctx.requestId, error })
			c.header('Retry-After', '5')
			return c.json({ status: 'unavailable' }, 503)
		}
	})
}
