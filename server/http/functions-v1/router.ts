import { type ErrorHandler, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ZodError } from 'zod'

import { CreatePaymentSchema, type CreatePaymentAnswer } from '#contracts/payments.ts'
import { CourseProgressTextSchema, type FunctionAnswer, PaymentTextSchema, SendCodeSchema, VerifyCodeSchema } from '#contracts/sms.ts'
import { readActor, requireLearner } from '#server/http/access.ts'
import { presentSession } from '#server/http/auth-v1/token.ts'
import { type HttpContext, type HttpEnv, type HttpHandler, readJson } from '#server/http/environment.ts'
import { createLimiter, type FormLimits, limitBody, withLimits } from '#server/http/limits.ts'
import { presentOutages } from '#server/http/outages.ts'
import { cors } from '#server/http/security-headers.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { requestPaymentSms } from '#server/services/commerce/settlement/settle-order.ts'
import type { Actor } from '#server/services/context.ts'
import { confirmCode } from '#server/services/identity/phone-verification/confirm-code.ts'
import { requestCode } from '#server/services/identity/phone-verification/request-code.ts'
import { recordSectionPassed } from '#server/services/learning/reminders/course-digest.ts'

import { readCheckoutBrowser } from './checkout-browser.ts'

/** Message for an error without one; supabase-js shows it. */
const NO_MESSAGE = 'Function call failed'

/** Returns the first problem: `productName: Invalid input…`, or a sentence from the schema. */
function firstProblem(error: ZodError): string {
	const [issue] = error.issues
	if (!issue) return NO_MESSAGE
	const field = issue.path.join('.')
	return field === '' ? issue.message : `${field}: ${issue.message}`
}

/**
 * Formats errors as `{success: false, error: message, code}`. Details of an unexpected error are only logged, with the request
 * ID.
 */
export const functionErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { requestId, log } = c.var.ctx
	if (error instanceof ServiceError) {
		if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
		c.header('x-sb-error-code', error.code)
		return c.json({ success: false, error: error.message, code: error.code }, HTTP_STATUS[error.kind])
	}
	if (error instanceof ZodError) return c.json({ success: false, error: firstProblem(error), code: 'validation_failed' }, 400)
	if (error instanceof HTTPException) return c.json({ success: false, error: NO_MESSAGE, code: 'refused' }, error.status)
	log.error('function failed', { method: c.req.method, path: c.req.path, error })
	return c.json({ success: false, error: 'Internal error', code: 'internal', requestId }, 500)
})

/** Errors that the page shows to the user. They are sent with status 200, because supabase-js hides the body of other responses. */
const SHOWN = new Set(['unprocessable', 'rate-limited', 'upstream'])

async function learnerContext(c: HttpContext) {
	try {
		return { ...c.var.ctx, actor: await requireLearner(c) }
	} catch (error) {
		// The client expects this message if there is no session.
		if (error instanceof ServiceError && error.kind === 'unauthenticated')
			throw new ServiceError('unauthenticated', 'no_authorization', 'Not authenticated')
		throw error
	}
}

async function respond(c: HttpContext, work: () => Promise<FunctionAnswer>) {
	try {
		return c.json(await work())
	} catch (error) {
		if (!(error instanceof ServiceError) || !SHOWN.has(error.kind)) throw error
		const { retryAfterSeconds } = error.details
		const refusal: FunctionAnswer = { success: false, error: error.message, code: error.code }
		return c.json(retryAfterSeconds === undefined ? refusal : { ...refusal, retryAfterSeconds })
	}
}

export const sendVerificationCode: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const { consentVersion, ...input } = await readJson(c, SendCodeSchema)
	return respond(c, async () => ({ success: true, ...(await requestCode(ctx, { ...input, consentVersion: consentVersion ?? null })) }))
}

/**
 * Verifies a code. A correct second factor invalidates the tokens it was sent with; `session` has the new ones for
 * `auth.setSession`.
 */
export const verifyCode: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const input = await readJson(c, VerifyCodeSchema)
	return respond(c, async () => {
		const grant = await confirmCode(ctx, input)
		return grant ? { success: true, session: presentSession(grant) } : { success: true }
	})
}

/** Adds the section to the SMS digest of the day. */
export const sendCourseProgressSms: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const { moduleId, sectionId } = await readJson(c, CourseProgressTextSchema)
	return c.json(await recordSectionPassed(ctx, { moduleId, sectionId }))
}

/** Sends the payment SMS. Order and amount come from the database, not from the caller. */
export const sendPaymentConfirmationSms: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const { orderId } = await readJson(c, PaymentTextSchema)
	return c.json(await requestPaymentSms(ctx, { orderId }))
}

/** Identifies the buyer. An expired session must not block the checkout. */
async function readBuyer(c: HttpContext): Promise<Actor> {
	try {
		return await readActor(c)
	} catch (error) {
		if (error instanceof ServiceError && (error.kind === 'unauthenticated' || error.kind === 'forbidden')) return { type: 'anonymous' }
		throw error
	}
}

const createPayment: HttpHandler = async (c) => {
	const input = await readJson(c, CreatePaymentSchema)
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
	// The limits per account are counted in the database; these limits per network protect the database itself.
	const codes = createLimiter({ name: 'sms-codes', points: 60, seconds: 600 })
	const guesses = createLimiter({ name: 'sms-guesses', points: 120, seconds: 600 })
	const notes = createLimiter({ name: 'sms-notes', points: 300, seconds: 600 })

	return new Hono<HttpEnv>()
		.onError(functionErrors)
		.use(cors('POST, OPTIONS'), limitBody())
		.post('/create-payment', withLimits([checkout], createPayment))
		.all('/create-payment', refuseMethod)
		.post('/send-verification-code', withLimits([codes], sendVerificationCode))
		.all('/send-verification-code', refuseMethod)
		.post('/verify-code', withLimits([guesses], verifyCode))
		.all('/verify-code', refuseMethod)
		.post('/send-course-progress-sms', withLimits([notes], sendCourseProgressSms))
		.all('/send-course-progress-sms', refuseMethod)
		.post('/send-payment-confirmation-sms', withLimits([notes], sendPaymentConfirmationSms))
		.all('/send-payment-confirmation-sms', refuseMethod)
		.all('*', () => {
			throw new ServiceError('not-found', 'function_not_found', 'Function not found')
		})
}
