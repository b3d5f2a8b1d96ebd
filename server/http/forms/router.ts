import { Hono } from 'hono'

import { paths } from '#contracts/paths.ts'
import { AcceptTransferSchema, type OrderReceipt } from '#contracts/payments.ts'
import { CONSENT_MISSING_MESSAGE } from '#domain/orders/describe-order.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'
import type { HttpContext, HttpEnv, HttpHandler } from '#server/http/environment.ts'
import { findCheckoutBrowser } from '#server/http/functions-v1/checkout-browser.ts'
import { createLimiter, type FormLimits, limitRate } from '#server/http/limits.ts'
import { presentPage } from '#server/http/present-page.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readReceipt } from '#server/services/commerce/checkout/receipts.ts'
import { acceptTransfer } from '#server/services/commerce/transfers/accept-transfer.ts'

import { accountForms } from './account-forms.ts'
import { leadForms } from './lead-forms.ts'
import { postForm, type PageForm } from './post-form.ts'

const ORDER_PATH = '/orders/:orderId'

const orderOf = (c: HttpContext) => c.req.param('orderId') ?? ''

/** Finds the order's receipt. Null if orders aren't paid by bank transfer, the visitor may not see it, or it can't be read. */
async function findReceipt(c: HttpContext): Promise<OrderReceipt | null> {
	const { ctx } = c.var
	if (ctx.payments.transfers === null) return null
	try {
		return await readReceipt(ctx, orderOf(c))
	} catch (error) {
		if (!(error instanceof ServiceError)) ctx.log.error('request failed', { path: ORDER_PATH, error })
		return null
	}
}

const orderForm = (): PageForm => ({
	path: ORDER_PATH,
	page: { label: 'Back to the offer', href: paths.offer },
	// Don't use `c.req.path`, which is decoded: URLs drop control characters at their end, so a decoded path could select another page.
	findPage: (_values, c) => new URL(c.req.url).pathname,
	async loadPageData(c) {
		const receipt = await findReceipt(c)
		return receipt && { receipt }
	},
	limit: createLimiter({ name: 'order-form', points: 10, seconds: 3600 }),
	async receive(c, fields) {
		if (!fields.consent)
			throw new ServiceError('unprocessable', 'validation_failed', CONSENT_MISSING_MESSAGE, {
				fields: { consent: CONSENT_MISSING_MESSAGE },
			})
		await acceptTransfer(c.var.ctx, { ...AcceptTransferSchema.parse(fields), id: orderOf(c), browserKey: findCheckoutBrowser(c) })
		return { redirect: c.req.path }
	},
})

/** Creates the routes of forms posted without JavaScript; each responds with a page. */
export function createPageForms(limits: FormLimits): Hono<HttpEnv> {
	const surface = new Hono<HttpEnv>()
	for (const form of [...leadForms(limits), ...accountForms(limits), orderForm()]) {
		const refuseHidden: HttpHandler = (c, next) => (isHiddenPage(c.var.ctx.content.site, form.path) ? c.notFound() : next())
		surface.post(form.path, refuseHidden, ...postForm(form))
	}
	surface.get(ORDER_PATH, limitRate({ name: 'order-page', points: 120, seconds: 600 }), async (c, next) => {
		const receipt = await findReceipt(c)
		return receipt ? presentPage(c, c.req.path, { receipt }) : next()
	})
	return surface
}
