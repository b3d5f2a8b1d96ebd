import { z } from 'zod'

import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'

import type { SessionBody } from './auth.ts'

const Purpose = z.enum(['phone_verification', 'two_factor_auth'])
/** Long enough for any notation of a phone number. Rejects NUL, which the database can't store. */
const PhoneText = z
	.string()
	.trim()
	.min(1)
	.max(40)
	.regex(/^[^\0]*$/)

const ConsentVersion = z
	.string()
	.max(40)
	.regex(/^[\w.-]*$/)

/** Body of `POST /api/sms/consent`. */
export const GiveSmsConsentSchema = z.strictObject({ version: ConsentVersion })

/** Body of `POST /functions/v1/send-verification-code`. `consentVersion`: version of the text shown next to the button. */
export const SendCodeSchema = z.object({
	phoneNumber: PhoneText,
	purpose: Purpose,
	consentVersion: ConsentVersion.optional(),
})

/** Body of `POST /functions/v1/verify-code`. */
export const VerifyCodeSchema = z.object({
	code: z
		.string()
		.trim()
		.min(1)
		.max(20)
		.regex(/^[^\0]*$/),
	phoneNumber: PhoneText,
	purpose: Purpose,
})

/** Body of `POST /functions/v1/send-course-progress-sms`. */
export const CourseProgressTextSchema = z.object({
	moduleId: z.number().int().min(1).max(MAX_LESSON_HOME),
	sectionId: z
		.string()
		.min(1)
		.max(100)
		.regex(/^[\w-]+$/),
	milestone: z.string().max(100).optional(),
})

/** Body of `POST /functions/v1/send-payment-confirmation-sms`. Only `orderId` is used; all other data comes from the order. */
export const PaymentTextSchema = z.object({
	orderId: z
		.string()
		.min(1)
		.max(200)
		.regex(/^[\w-]+$/),
	amount: z.unknown().optional(),
	currency: z.unknown().optional(),
	productName: z.unknown().optional(),
})

/**
 * Response of the four `/functions/v1` endpoints above. Refusals shown on a page have status 200, because supabase-js hides the
 * body of error responses.
 */
export type FunctionAnswer =
	| { success: true; message?: string; retryAfterSeconds?: number; session?: SessionBody }
	| { success: false; error?: string; message?: string; code?: string; retryAfterSeconds?: number }

/** Response of `GET /api/sms/state`: data for the SMS tab that `user_sms_settings` doesn't have. Times are seconds from now, or 0. */
export type SmsState = {
	/** False if the server can't send SMS. */
	isAvailable: boolean
	/** True if the learner agreed to SMS to the verified number. Otherwise only codes are sent. */
	hasConsent: boolean
	/** Opt-outs of the verified number (STOP), per stream. */
	optedOut: { codes: boolean; notifications: boolean }
	/** Number to which a code was sent that hasn't expired, or null. */
	pendingPhone: string | null
	resendSeconds: number
	lockedSeconds: number
}
