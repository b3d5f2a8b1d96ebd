import { Hono } from 'hono'

import { ChangePreferences } from '#contracts/account.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { changePreferences, readPreferences } from '#server/services/people/newsletter/account-subscription.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** Creates `/api/preferences`: the optional emails that a learner wants. */
export function createPreferencesApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/', limitRate({ name: 'preferences', points: 300, seconds: 600 }), withLearner, async (c) =>
			c.json(await readPreferences(c.var.ctx)),
		)
		.put('/', limitBody(), limitRate({ name: 'change-preferences', points: 30, seconds: 600 }), withLearner, async (c) =>
			c.json(await changePreferences(c.var.ctx, await readJson(c, ChangePreferences))),
		)
}
