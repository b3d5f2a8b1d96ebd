import { Hono } from 'hono'

import { RefundRequest } from '#contracts/refunds.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { readRefund } from '#server/services/commerce/refunds/read-refund.ts'
import { requestRefund } from '#server/services/commerce/refunds/request-refund.ts'
import type { Deps } from '#server/services/context.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** Creates `/api/orders/:orderId/refund`, for the learner's own orders. */
export function createRefundsApi(_deps: Deps): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/:orderId/refund', withLearner, limitRate({ name: 'refund-meter', points: 120, seconds: 600 }), async (c) =>
			c.json(await readRefund(c.var.ctx, c.req.param('orderId'))),
		)
		.post('/:orderId/refund', limitBody(), withLearner, limitRate({ name: 'refund-request', points: 30, seconds: 3600 }), async (c) => {
			const { orderId } = c.req.param()
			return c.json(await requestRefund(c.var.ctx, orderId, await readJson(c, RefundRequest)))
		})
}
