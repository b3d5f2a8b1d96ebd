import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { readSecondFactor } from '#server/services/factors/read-second-factor.ts'
import { endSession } from '#server/services/sessions/end-session.ts'
import { listSessions } from '#server/services/sessions/list-sessions.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** `/api/sessions`: where the account is signed in. The other sessions together end by the client's own sign-out. */
export function createSessionsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/', limitRate({ name: 'sessions', points: 300, seconds: 600 }), withLearner, async (c) => c.json(await listSessions(c.var.ctx)))
		.delete('/:id', limitRate({ name: 'end-session', points: 120, seconds: 600 }), withLearner, async (c) => {
			await endSession(c.var.ctx, c.req.param('id'))
			return c.body(null, 204)
		})
}

/** `/api/second-factor`: whether this session still owes one, and how it can be shown. */
export function createSecondFactorApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/', limitRate({ name: 'second-factor', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readSecondFactor(c.var.ctx)),
		)
}
