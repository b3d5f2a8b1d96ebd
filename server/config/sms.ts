import { z } from 'zod'

import { COUNTRY_ZONES } from '#domain/sms/country-zones.ts'

import { splitList } from './variable.ts'

const sid = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hexadecimal digits`)

const countries = z.string().transform((list, issues) => {
	const codes = splitList(list.toUpperCase())
	for (const code of codes)
		if (!Object.hasOwn(COUNTRY_ZONES, code))
			issues.addIssue({
				code: 'custom',
				message: `${code} is not a country with a known time zone; add it to domain/sms/country-zones.ts`,
			})
	return new Set(codes)
})

export const smsEnvironment = {
	TWILIO_ACCOUNT_SID: sid('AC').optional(),
	TWILIO_AUTH_TOKEN: z.string().min(8).optional(),
	TWILIO_CODE_SERVICE_SID: sid('MG').optional(),
	TWILIO_NOTIFICATION_SERVICE_SID: sid('MG').optional(),
	TWILIO_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
	SMS_COUNTRIES: countries.prefault('US,CA'),
	SMS_DAILY_CAP: z.coerce.number().int().min(1).max(1_000_000).default(200),
}

type SmsVariables = z.output<z.ZodObject<typeof smsEnvironment>>

export type TwilioConfig = {
	accountSid: string
	authToken: string
	/** Messaging services for codes, and for all other messages. */
	codeServiceSid: string
	notificationServiceSid: string
	/** Base URL of the API, without a trailing slash. */
	apiBase: string
}

const TOGETHER = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_CODE_SERVICE_SID', 'TWILIO_NOTIFICATION_SERVICE_SID'] as const

export const missingTwilioVariable = (env: SmsVariables): string | null =>
	TOGETHER.some((name) => env[name] !== undefined) ? (TOGETHER.find((name) => env[name] === undefined) ?? null) : null

function toTwilio(env: SmsVariables): TwilioConfig | null {
	const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_CODE_SERVICE_SID, TWILIO_NOTIFICATION_SERVICE_SID } = env
	if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_CODE_SERVICE_SID || !TWILIO_NOTIFICATION_SERVICE_SID) return null
	return {
		accountSid: TWILIO_ACCOUNT_SID,
		authToken: TWILIO_AUTH_TOKEN,
		codeServiceSid: TWILIO_CODE_SERVICE_SID,
		notificationServiceSid: TWILIO_NOTIFICATION_SERVICE_SID,
		apiBase: env.TWILIO_API_BASE.replace(/\/+$/, ''),
	}
}

/** @param sandbox true if messages may stay in the outbox when no provider is configured */
export function toSmsConfig(env: SmsVariables, sandbox: boolean) {
	const twilio = toTwilio(env)
	return {
		/** `off`: nothing is sent, and the pages say that SMS is unavailable. */
		mode: twilio ? ('twilio' as const) : sandbox ? ('outbox' as const) : ('off' as const),
		twilio,
		/** Allowed countries, as ISO codes. */
		countries: env.SMS_COUNTRIES as ReadonlySet<string>,
		/** Maximum messages of the whole server in 24 hours, to limit the cost. */
		dailyCap: env.SMS_DAILY_CAP,
	}
}
