import { Hono } from 'hono'

import { DownloadRequestSchema } from '#contracts/downloads.ts'
import { AcceptTransferSchema, CheckDiscountSchema } from '#contracts/payments.ts'
import { RefundRequestSchema } from '#contracts/refunds.ts'
import { requireLearner } from '#server/http/access.ts'
import { type HttpContext, type HttpEnv, readJson } from '#server/http/environment.ts'
import { findCheckoutBrowser } from '#server/http/functions-v1/checkout-browser.ts'
import { limitBody, limitRate } from '#server/http/limits.ts'
import { oneRequestPerAccount } from '#server/http/one-at-a-time.ts'
import { sendFile } from '#server/http/send-file.ts'
import { sendInvoicePdf, sendInvoiceXml } from '#server/http/send-invoice.ts'
import { readOrderBySession } from '#server/services/commerce/checkout/read-order-by-session.ts'
import { printReceipt, readReceipt } from '#server/services/commerce/checkout/receipts.ts'
import { previewDiscount } from '#server/services/commerce/discounts/find-discount.ts'
import { listDownloads, openDownload } from '#server/services/commerce/downloads/take-document.ts'
import { requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { listOrders, requireOwnOrder } from '#server/services/commerce/orders/find-order.ts'
import { readRefund } from '#server/services/commerce/refunds/read-refund.ts'
import { requestRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { acceptTransfer } from '#server/services/commerce/transfers/accept-transfer.ts'

import { withActor, withLearner } from './middleware.ts'

/** Creates `/api/orders`. Responses are personal, so they aren't cached. */
export function createOrdersApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/by-session/:sessionId', limitRate({ name: 'order-status', points: 120, seconds: 600 }), async (c) =>
			c.json(await readOrderBySession(c.var.ctx, c.req.param('sessionId'), findCheckoutBrowser(c))),
		)
		.get('/:orderId', withActor, limitRate({ name: 'order-receipt', points: 120, seconds: 600 }), async (c) =>
			c.json(await readReceipt(c.var.ctx, c.req.param('orderId'))),
		)
		.post('/:orderId/transfer', limitBody(), withActor, limitRate({ name: 'order-transfer', points: 10, seconds: 3600 }), async (c) => {
			const placed = await readJson(c, AcceptTransferSchema)
			return c.json(await acceptTransfer(c.var.ctx, { ...placed, id: c.req.param('orderId'), browserKey: findCheckoutBrowser(c) }))
		})
		.get(
			'/:orderId/receipt.pdf',
			withActor,
			limitRate({ name: 'order-receipt-pdf', points: 30, seconds: 600 }),
			oneRequestPerAccount,
			async (c) => {
				const receipt = await readReceipt(c.var.ctx, c.req.param('orderId'))
				return sendFile(c, { name: 'receipt.pdf', content: await printReceipt(c.var.ctx, receipt) })
			},
		)
		.get('/', async (c) => {
			const actor = await requireLearner(c)
			return c.json(await listOrders({ ...c.var.ctx, actor }))
		})
}
export function createDiscountsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody())
		.post('/check', withActor, limitRate({ name: 'discount-check', points: 30, seconds: 600 }), async (c) =>
			c.json(await previewDiscount(c.var.ctx, await readJson(c, CheckDiscountSchema))),
		)
}

/** Creates `/api/orders/:orderId/refund`, for the learner's own orders. */
export function createRefundsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.get('/:orderId/refund', withLearner, limitRate({ name: 'refund-meter', points: 120, seconds: 600 }), async (c) =>
			c.json(await readRefund(c.var.ctx, c.req.param('orderId'))),
		)
		.post('/:orderId/refund', limitBody(), withLearner, limitRate({ name: 'refund-request', points: 30, seconds: 3600 }), async (c) => {
			const { orderId } = c.req.param()
			return c.json(await requestRefund(c.var.ctx, orderId, await readJson(c, RefundRequestSchema)))
		})
}

async function requireOwnInvoice(c: HttpContext, { orderId, invoiceId }: { orderId: string; invoiceId: string }) {
	const { ctx } = c.var
	const { order } = await requireOwnOrder(ctx, orderId)
	return requireInvoice(ctx.db, { id: invoiceId, orderId: order.id })
}

/** Creates `/api/orders/:orderId/invoices`, for the learner's own orders. */
export function createInvoicesApi(): Hono<HttpEnv> {
	const limit = limitRate({ name: 'order-invoice', points: 30, seconds: 600 })
	return new Hono<HttpEnv>()
		.get('/:orderId/invoices/:invoiceId/pdf', withLearner, limit, oneRequestPerAccount, async (c) =>
			sendInvoicePdf(c, await requireOwnInvoice(c, c.req.param())),
		)
		.get('/:orderId/invoices/:invoiceId/xml', withLearner, limit, async (c) => sendInvoiceXml(c, await requireOwnInvoice(c, c.req.param())))
}

export function createDownloadsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.use(limitBody(4 * 1024), withLearner)
		.get('/', async (c) => c.json(await listDownloads(c.var.ctx)))
		.post('/', limitRate({ name: 'downloads', points: 120, seconds: 600 }), async (c) => {
			const { document, format } = await readJson(c, DownloadRequestSchema)
			return c.json(await openDownload(c.var.ctx, { slug: document, format }))
		})
}
