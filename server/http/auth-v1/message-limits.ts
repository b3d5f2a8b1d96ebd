import type { Config } from '#server/config.ts'
import { createLimiter, type Limiter } from '#server/http/rate-limit.ts'

/** What the whole server sends in a time, whoever asks (AUTH_WIRE §7). */
export type MessageLimits = { mails: Limiter; texts: Limiter }

/** At the rates that the operator set. */
export const createMessageLimits = ({ auth }: Config): MessageLimits => ({
	mails: createLimiter({ name: 'mail', ...auth.messageRates.mails, code: 'over_email_send_rate_limit', isShared: true }),
	texts: createLimiter({ name: 'text', ...auth.messageRates.texts, code: 'over_sms_send_rate_limit', isShared: true }),
})
