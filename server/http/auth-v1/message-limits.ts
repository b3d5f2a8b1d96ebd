import type { Config } from '#server/config.ts'
import { createLimiter, type Limiter } from '#server/http/rate-limit.ts'

const HOUR = 3600

/** What the whole server sends in an hour, whoever asks (AUTH_WIRE §7). */
export type MessageLimits = { mails: Limiter; texts: Limiter }

export const createMessageLimits = ({ auth }: Config): MessageLimits => ({
	mails: createLimiter({ name: 'mail', points: auth.emailsPerHour, seconds: HOUR, code: 'over_email_send_rate_limit', isShared: true }),
	texts: createLimiter({ name: 'text', points: auth.smsPerHour, seconds: HOUR, code: 'over_sms_send_rate_limit', isShared: true }),
})
