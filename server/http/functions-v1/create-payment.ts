import { CreatePayment, type CreatePaymentAnswer } from '#contracts/payments.ts'
import { readActor } from '#server/http/access.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import type { Actor } from '#server/services/context.ts'

import { readCheckoutBrowser } from './checkout-browser.ts'

/** An ended session must not block the checkout: without a valid token the visitor buys as a guest. */
async function readBuyer(c: HttpContext): Promise<Actor> {
	try {
		return await readActor(c)
	} catch (error) {
		if (error instanceof ServiceError && (error.kind === 'unauthenticated' || error.kind === 'forbidden')) return { type: 'anonymous' }
		throw error
	}
}

/** `POST /functions/v1/create-payment`: answers `{url}`, the page to go to. */
export const createPayment: HttpHandler = async (c) => {
	const input = await readJson(c, CreatePayment)
	const actor = await readBuyer(c)
	const { url } = await startCheckout({ ...c.var.ctx, actor }, { ...input, browserKey: readCheckoutBrowser(c) })
	return c.json({ url } satisfies CreatePaymentAnswer)
}
