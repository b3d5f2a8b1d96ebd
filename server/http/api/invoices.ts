import { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { oneAtATime } from '#server/http/one-at-a-time.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { sendInvoicePdf, sendInvoiceXml } from '#server/http/send-invoice.ts'
import { requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { requireOwnOrder } from '#server/services/commerce/orders/find-order.ts'
import type { Deps } from '#server/services/context.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

async function requireOwnInvoice(c: HttpContext, { orderId, invoiceId }: { orderId: string; invoiceId: string }) {
	const { ctx } = c.var
	const { order } = await requireOwnOrder(ctx, orderId)
	return requireInvoice(ctx.db, { id: invoiceId, orderId: order.id })
}

/** Creates `/api/orders/:orderId/invoices`, for the learner's own orders. */
export function createInvoicesApi(_deps: Deps): Hono<HttpEnv> {
	const limit = limitRate({ name: 'order-invoice', points: 30, seconds: 600 })
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.get('/:orderId/invoices/:invoiceId/pdf', withLearner, limit, oneAtATime, async (c) =>
			sendInvoicePdf(c, await requireOwnInvoice(c, c.req.param())),
		)
		.get('/:orderId/invoices/:invoiceId/xml', withLearner, limit, async (c) => sendInvoiceXml(c, await requireOwnInvoice(c, c.req.param())))
}
