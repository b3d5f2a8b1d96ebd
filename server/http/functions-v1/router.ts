import { Hono } from 'hono'

import { CreatePayment, type CreatePaymentAnswer } from '#contracts/payments.ts'
import { readActor } from '#server/http/access.ts'
import { limitBody } from '#server/http/body-limit.ts'
import { cors } from '#server/http/cors.ts'
import type { HttpEnv, HttpHandler, HttpContext } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimiter, limited } from '#server/http/rate-limit.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import type { Actor } from '#server/services/context.ts'

import { readCheckoutBrowser } from './checkout-browser.ts'
import { functionErrors } from './errors.ts'
import { sendCourseProgressSms, sendPaymentConfirmationSms, sendVerificationCode, verifyCode } from './sms-functions.ts'

/** Identifies the buyer. An expired session must not block the checkout. */
async function readBuyer(c: HttpContext): Promise<Actor> {
	try {
		return await readActor(c)
	} catch (error) {
		if (error instanceof ServiceError && (error.kind === 'unauthenticated' || error.kind === 'forbidden')) return { type: 'anonymous' }
		throw error
	}
}

/** Opens a checkout and responds with its `{url}`. */
const createPayment: HttpHandler = async (c) => {
	const input = await readJson(c, CreatePayment)
	const actor = await readBuyer(c)
	const { url } = await startCheckout({ ...c.var.ctx, actor }, { ...input, browserKey: readCheckoutBrowser(c) })
	return c.json({ url } satisfies CreatePaymentAnswer)
}

const refuseMethod: HttpHandler = (c) => {
	c.header('Allow', 'POST, OPTIONS')
	return c.json({ success: false, error: 'Method not allowed', code: 'method_not_allowed' }, 405)
}

/** Creates the functions that supabase-js calls. The handlers check the caller. */
export function createFunctionsV1({ checkout }: FormLimits): Hono<HttpEnv> {
	// The actual limits are in the database; these protect it from floods.
	const codes = createLimiter({ name: 'sms-codes', points: 60, seconds: 600 })
	const guesses = createLimiter({ name: 'sms-guesses', points: 120, seconds: 600 })
	const notes = createLimiter({ name: 'sms-notes', points: 300, seconds: 600 })

	return new Hono<HttpEnv>()
		.onError(functionErrors)
		.use(cors('POST, OPTIONS'), limitBody())
		.post('/create-payment', limited([checkout], createPayment))
		.all('/create-payment', refuseMethod)
		.post('/send-verification-code', limited([codes], sendVerificationCode))
		.all('/send-verification-code', refuseMethod)
		.post('/verify-code', limited([guesses], verifyCode))
		.all('/verify-code', refuseMethod)
		.post('/send-course-progress-sms', limited([notes], sendCourseProgressSms))
		.all('/send-course-progress-sms', refuseMethod)
		.post('/send-payment-confirmation-sms', limited([notes], sendPaymentConfirmationSms))
		.all('/send-payment-confirmation-sms', refuseMethod)
		.all('*', () => {
			throw new ServiceError('not-found', 'function_not_found', 'Function not found')
		})
}
