import { Hono } from 'hono'

import { ErasureRequestSchema, type ErasureResponse, ExportRequestSchema, type PrivacyState } from '#contracts/privacy.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { cancelErasure, readPrivacyState, requestErasure } from '#server/services/people/privacy/erasures.ts'
import { exportData } from '#server/services/people/privacy/export-data.ts'

import { apiErrors } from './errors.ts'
import { sendCopy } from './send-copy.ts'
import { withLearner } from './with-actor.ts'
export function createPrivacyApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody(), withLearner)
		.get('/', limitRate({ name: 'privacy-state', points: 300, seconds: 600 }), async (c) =>
			c.json((await readPrivacyState(c.var.ctx)) satisfies PrivacyState),
		)
		.post('/export', limitRate({ name: 'privacy-export', points: 20, seconds: 600 }), async (c) => {
			const wish = await readJson(c, ExportRequestSchema)
			return sendCopy(c, () => exportData(c.var.ctx, wish))
		})
		.post('/erasure', limitRate({ name: 'privacy-erasure', points: 20, seconds: 600 }), async (c) => {
			const erasure = await requestErasure(c.var.ctx, await readJson(c, ErasureRequestSchema))
			return c.json({ erasure } satisfies ErasureResponse, 202)
		})
		.delete('/erasure', limitRate({ name: 'privacy-keep', points: 60, seconds: 600 }), async (c) => {
			await cancelErasure(c.var.ctx)
			return c.json({ erasure: null } satisfies ErasureResponse)
		})
}
