import { CourseProgressText, type FunctionAnswer, PaymentText, SendCode, VerifyCode } from '#contracts/sms.ts'
import { requireLearner } from '#server/http/access.ts'
import { presentSession } from '#server/http/auth-v1/session-body.ts'
import type { HttpContext, HttpHandler } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requestPaymentSms } from '#server/services/commerce/settlement/payment-sms.ts'
import { confirmCode } from '#server/services/identity/phone-verification/confirm-code.ts'
import { requestCode } from '#server/services/identity/phone-verification/request-code.ts'
import { noteSection } from '#server/services/learning/reminders/course-digest.ts'

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

async function answer(c: HttpContext, work: () => Promise<FunctionAnswer>) {
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
	const { consentVersion, ...input } = await readJson(c, SendCode)
	return answer(c, async () => ({ success: true, ...(await requestCode(ctx, { ...input, consentVersion: consentVersion ?? null })) }))
}

/**
 * Verifies a code. A correct second factor invalidates the tokens it was sent with; `session` has the new ones for
 * `auth.setSession`.
 */
export const verifyCode: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const input = await readJson(c, VerifyCode)
	return answer(c, async () => {
		const grant = await confirmCode(ctx, input)
		return grant ? { success: true, session: presentSession(grant) } : { success: true }
	})
}

/** Adds the section to the day's digest. */
export const sendCourseProgressSms: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const { moduleId, sectionId } = await readJson(c, CourseProgressText)
	return c.json(await noteSection(ctx, { moduleId, sectionId }))
}

/** Sends the payment SMS. Order and amount come from the database, not from the caller. */
export const sendPaymentConfirmationSms: HttpHandler = async (c) => {
	const ctx = await learnerContext(c)
	const { orderId } = await readJson(c, PaymentText)
	return c.json(await requestPaymentSms(ctx, { orderId }))
}
