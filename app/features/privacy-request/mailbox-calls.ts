import { toOutcome } from '#app/lib/api-outcome.ts'
import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callApi, callApiForFile } from '#app/lib/own-api.ts'
import { withCaptcha } from '#app/lib/with-captcha.ts'
import type { MailboxState } from '#contracts/privacy.ts'

const EXPORT_TIMEOUT_MS = 60_000

/** Any address gets the same answer. */
export const requestLink = (email: string): Promise<AuthOutcome> =>
	withCaptcha(({ captchaToken }) =>
		toOutcome(async () => {
			const proof = captchaToken === undefined ? {} : { gotrue_meta_security: { captcha_token: captchaToken } }
			await callApi<unknown>('/api/mailbox/link', { body: { email, ...proof } })
			return null
		}),
	)

export const openMailbox = (token: string): Promise<AuthOutcome<MailboxState>> =>
	toOutcome(() => callApi<MailboxState>('/api/mailbox/open', { body: { token } }))

export const exportMailbox = (token: string, format: 'json' | 'csv'): Promise<AuthOutcome<Blob>> =>
	toOutcome(() => callApiForFile('/api/mailbox/export', { method: 'POST', body: { token, format }, timeoutMs: EXPORT_TIMEOUT_MS }))

export const eraseMailbox = (token: string): Promise<AuthOutcome> =>
	toOutcome(async () => {
		await callApi<unknown>('/api/mailbox/erasure', { body: { token } })
		return null
	})
