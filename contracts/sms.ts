import { z } from 'zod'

import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'

import type { SessionBody } from './auth.ts'

const Purpose = z.enum(['phone_verification', 'two_factor_auth'])
/** Long enough for any way of writing a number; a NUL would fail in the database. */
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

/** `POST /api/sms/consent`. */
export const GiveSmsConsent = z.strictObject({ version: ConsentVersion })

/** `POST /functions/v1/send-verification-code`. `consentVersion` names the words shown next to the button. */
export const SendCode = z.object({
	phoneNumber: PhoneText,
	purpose: Purpose,
	consentVersion: ConsentVersion.optional(),
})

/** `POST /functions/v1/verify-code`. */
export const VerifyCode = z.object({
	code: z
		.string()
		.trim()
		.min(1)
		.max(20)
		.regex(/^[^\0]*$/),
	phoneNumber: PhoneText,
	purpose: Purpose,
})

/** `POST /functions/v1/send-course-progress-sms`. */
export const CourseProgressText = z.object({
	moduleId: z.number().int().min(1).max(MAX_LESSON_HOME),
	sectionId: z
		.string()
		.min(1)
		.max(100)
		.regex(/^[\w-]+$/),
	milestone: z.string().max(100).optional(),
})

/** `POST /functions/v1/send-payment-confirmation-sms`: only `orderId` is used, the rest comes from the order. */
export const PaymentText = z.object({
	orderId: z
		.string()
		.min(1)
		.max(200)
		.regex(/^[\w-]+$/),
	amount: z.unknown().optional(),
	currency: z.unknown().optional(),
	productName: z.unknown().optional(),
})

/** Answer of the four: refusals that a page shows come with status 200, since supabase-js hides the body of others. */
export type FunctionAnswer =
	| { success: true; message?: string; retryAfterSeconds?: number; session?: SessionBody }
	| { success: false; error?: string; message?: string; code?: string; retryAfterSeconds?: number }

/** `GET /api/sms/state`: data of the SMS tab besides `user_sms_settings`. Seconds from now, 0 for none. */
export type SmsState = {
	/** False where the server cannot send texts. */
	isAvailable: boolean
	/** The learner has agreed to texts to the verified number. Without it only codes are sent. */
	hasConsent: boolean
	/** The verified number's owner sent STOP, per stream. */
	optedOut: { codes: boolean; notifications: boolean }
	/** The number that a live code was sent to. */
	pendingPhone: string | null
	resendSeconds: number
	lockedSeconds: number
}
