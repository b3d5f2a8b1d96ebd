import { Hono } from 'hono'

import { limitBody } from '#server/http/body-limit.ts'
import { cors } from '#server/http/cors.ts'
import type { HttpEnv, HttpHandler } from '#server/http/environment.ts'
import type { FormLimits } from '#server/http/form-limits.ts'
import { createLimiter, limited } from '#server/http/rate-limit.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { createPayment } from './create-payment.ts'
import { functionErrors } from './errors.ts'
import { sendCourseProgressSms, sendPaymentConfirmationSms, sendVerificationCode, verifyCode } from './sms-functions.ts'

const refuseMethod: HttpHandler = (c) => {
	c.header('Allow', 'POST, OPTIONS')
	return c.json({ success: false, error: 'Method not allowed', code: 'method_not_allowed' }, 405)
}

/** The functions that supabase-js calls: this table says who may call each, and how often. */
export function createFunctionsV1({ checkout }: FormLimits): Hono<HttpEnv> {
	// The real limits are in the database; these keep floods away from it.
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
