import { Hono } from 'hono'

import { GiveSmsConsent } from '#contracts/sms.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { readSmsState } from '#server/services/identity/phone-verification/read-sms-state.ts'
import { giveConsent } from '#server/services/messaging/sms/consents.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** Creates `/api/sms`: consent, and data for the settings page that isn't in the learner's row of `user_sms_settings`. */
export function createSmsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/state', limitRate({ name: 'sms-state', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readSmsState(c.var.ctx)),
		)
		.post('/consent', limitBody(), limitRate({ name: 'sms-consent', points: 20, seconds: 600 }), withLearner, async (c) => {
			await giveConsent(c.var.ctx, await readJson(c, GiveSmsConsent))
			return c.body(null, 204)
		})
}
