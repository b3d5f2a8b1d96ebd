import { z } from 'zod'

import { duration, parseDuration } from './duration.ts'

const HOUR_MS = 3_600_000
/** Schema of a message limit: per hour (`30`), or per another period (`30/15m`). */
const messages = (usual: string) =>
	z
		.string()
		.transform((text, issues) => {
			const [, points = '', time = '1h'] = /^([1-9]\d{0,6})(?:\/(\w[\w.]*))?$/.exec(text.trim()) ?? []
			const ms = parseDuration(time)
			if (points !== '' && ms !== null && ms >= 60_000 && ms <= 24 * HOUR_MS)
				return { points: Number(points), seconds: Math.round(ms / 1000) }
			issues.addIssue({ code: 'custom', message: 'must be a number of messages in an hour, or in a time from 1m to 24h: 30/15m' })
			return z.NEVER
		})
		.prefault(usual)
export const requestLimit = (usual: number) => z.coerce.number().int().min(1).max(1_000_000).default(usual)
/** Schema of seconds, written as `60` or `60s`. */
const seconds = (least: number, most: number) => duration(least * 1000, most * 1000).transform((ms) => ms / 1000)

export const limitVariables = {
	GOTRUE_RATE_LIMIT_EMAIL_SENT: messages('1000'),
	GOTRUE_RATE_LIMIT_SMS_SENT: messages('30'),
	GOTRUE_RATE_LIMIT_TOKEN_REFRESH: requestLimit(150),
	GOTRUE_RATE_LIMIT_VERIFY: requestLimit(30),
	GOTRUE_RATE_LIMIT_OTP: requestLimit(30),
	GOTRUE_RATE_LIMIT_PASSKEY: requestLimit(30),
	GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: requestLimit(30),
	GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: seconds(60, 600).prefault('300'),
	GOTRUE_MFA_FACTOR_EXPIRY_DURATION: duration(60_000, 24 * HOUR_MS).prefault('300s'),
	GOTRUE_MFA_MAX_VERIFIED_FACTORS: z.coerce.number().int().min(1).max(100).default(10),
	GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION: seconds(60, 600).prefault('5m'),
	GOTRUE_SMTP_MAX_FREQUENCY: seconds(0, 86_400).prefault('60'),
	GOTRUE_SMS_MAX_FREQUENCY: seconds(0, 86_400).prefault('60'),
	GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: seconds(0, 60).prefault('10'),
}

/** Storage quotas for uploads: files of job applications, and the media library. */
export const storageVariables = {
	FILE_STORAGE_MB: z.coerce.number().int().min(10).max(1_000_000).default(1000),
	MEDIA_STORAGE_MB: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
	MEDIA_VIDEO_MB: z.coerce.number().int().min(1).max(4000).default(500),
}

export const toLimitConfig = (env: z.output<z.ZodObject<typeof limitVariables>>) => ({
	messageRates: { mails: env.GOTRUE_RATE_LIMIT_EMAIL_SENT, texts: env.GOTRUE_RATE_LIMIT_SMS_SENT },
	/** Request limits per network in five minutes; `factors` (challenges and codes of second factors) per minute. */
	rates: {
		refresh: env.GOTRUE_RATE_LIMIT_TOKEN_REFRESH,
		verify: env.GOTRUE_RATE_LIMIT_VERIFY,
		otp: env.GOTRUE_RATE_LIMIT_OTP,
		passkey: env.GOTRUE_RATE_LIMIT_PASSKEY,
		factors: env.GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY,
	},
	factorTimes: {
		challengeSeconds: env.GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION,
		/** Age at which unfinished enrollments are removed. */
		unverifiedMs: env.GOTRUE_MFA_FACTOR_EXPIRY_DURATION,
	},
	passkeyChallengeSeconds: env.GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION,
	maxVerifiedFactors: env.GOTRUE_MFA_MAX_VERIFIED_FACTORS,
	/** Minimum interval between two emails to one account, and two SMS to one number. */
	emailIntervalSeconds: env.GOTRUE_SMTP_MAX_FREQUENCY,
	smsIntervalSeconds: env.GOTRUE_SMS_MAX_FREQUENCY,
	/** Time after a refresh in which older refresh tokens of the session are still accepted. */
	reuseIntervalMs: env.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL * 1000,
})
