import { Hono } from 'hono'

import { AcceptTransfer, CheckDiscount } from '#contracts/payments.ts'
import { requireLearner } from '#server/http/access.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { findCheckoutBrowser } from '#server/http/functions-v1/checkout-browser.ts'
import { readJson } from '#server/http/json-body.ts'
import { oneAtATime } from '#server/http/one-at-a-time.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { printReceipt } from '#server/services/commerce/checkout/print-receipt.ts'
import { readOrderBySession } from '#server/services/commerce/checkout/read-order-by-session.ts'
import { readReceipt } from '#server/services/commerce/checkout/read-receipt.ts'
import { previewDiscount } from '#server/services/commerce/discounts/decide-discount.ts'
import { listOrders } from '#server/services/commerce/orders/list-orders.ts'
import { acceptTransfer } from '#server/services/commerce/transfers/accept-transfer.ts'
import type { Deps } from '#server/services/context.ts'

import { apiErrors } from './errors.ts'
import { withActor } from './with-actor.ts'

/** Creates `/api/orders`. Responses are personal, so they aren't cached. */
export function createOrdersApi(_deps: Deps): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/by-session/:sessionId', limitRate({ name: 'order-status', points: 120, seconds: 600 }), async (c) =>
			c.json(await readOrderBySession(c.var.ctx, c.req.param('sessionId'), findCheckoutBrowser(c))),
		)
		.get('/:orderId', withActor, limitRate({ name: 'order-receipt', points: 120, seconds: 600 }), async (c) =>
			c.json(await readReceipt(c.var.ctx, c.req.param('orderId'))),
		)
		.post('/:orderId/transfer', limitBody(), withActor, limitRate({ name: 'order-transfer', points: 10, seconds: 3600 }), async (c) => {
			const placed = await readJson(c, AcceptTransfer)
			return c.json(await acceptTransfer(c.var.ctx, { ...placed, id: c.req.param('orderId'), browserKey: findCheckoutBrowser(c) }))
		})
		.get('/:orderId/receipt.pdf', withActor, limitRate({ name: 'order-receipt-pdf', points: 30, seconds: 600 }), oneAtATime, async (c) => {
			const file = await printReceipt(c.var.ctx, await readReceipt(c.var.ctx, c.req.param('orderId')))
			c.header('Content-Disposition', 'attachment; filename="receipt.pdf"')
			return c.body(Uint8Array.from(file), 200, { 'Content-Type': 'application/pdf' })
		})
		.get('/', async (c) => {
			const actor = await requireLearner(c)
			return c.json(await listOrders({ ...c.var.ctx, actor }))
		})
}
export function createDiscountsApi(_deps: Deps): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody())
		.post('/check', withActor, limitRate({ name: 'discount-check', points: 30, seconds: 600 }), async (c) =>
			c.json(await previewDiscount(c.var.ctx, await readJson(c, CheckDiscount))),
		)
}
