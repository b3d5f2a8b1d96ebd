import { Hono } from 'hono'

import { SessionProofSchema } from '#contracts/account.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { readSecondFactor } from '#server/services/identity/factors/read-second-factor.ts'
import { endSession } from '#server/services/identity/sessions/end-sessions.ts'
import { proveSession } from '#server/services/identity/sessions/fresh-proof.ts'
import { listSessions } from '#server/services/identity/sessions/list-sessions.ts'
import { requireLearner } from '#server/services/people/privacy/require-learner.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** Creates `/api/sessions`. `proof` adds a fresh proof (step-up) to the caller's session. */
export function createSessionsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/', limitRate({ name: 'sessions', points: 300, seconds: 600 }), withLearner, async (c) => c.json(await listSessions(c.var.ctx)))
		.post('/proof', limitBody(), limitRate({ name: 'prove-session', points: 60, seconds: 600 }), withLearner, async (c) => {
			const { nonce } = await readJson(c, SessionProofSchema)
			await proveSession(c.var.ctx, requireLearner(c.var.ctx), nonce)
			return c.body(null, 204)
		})
		.delete('/:id', limitBody(), limitRate({ name: 'end-session', points: 120, seconds: 600 }), withLearner, async (c) => {
			await endSession(c.var.ctx, c.req.param('id'))
			return c.body(null, 204)
		})
}
export function createSecondFactorApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/', limitRate({ name: 'second-factor', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readSecondFactor(c.var.ctx)),
		)
}
