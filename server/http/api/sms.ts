import { Hono } from 'hono'

import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { readSmsState } from '#server/services/sms/read-sms-state.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** `/api/sms`: what the settings page needs beside the learner's row of `user_sms_settings`. */
export function createSmsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/state', limitRate({ name: 'sms-state', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readSmsState(c.var.ctx)),
		)
}
