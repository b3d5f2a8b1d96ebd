import { callForOutcome } from '#app/lib/api-outcome.ts'
import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callApiWithChallenge } from '#app/lib/call-api-with-challenge.ts'
import { callApi, callApiForFile } from '#app/lib/own-api.ts'
import type { MailboxState } from '#contracts/privacy.ts'

const EXPORT_TIMEOUT_MS = 60_000

/** Requests a link by email. The response is the same for any address, so it doesn't reveal who has an account. */
export const requestLink = (email: string): Promise<AuthOutcome> =>
	callForOutcome(async () => {
		await callApiWithChallenge<unknown>('/api/mailbox/link', { body: { email } })
		return null
	})

export const openMailbox = (token: string): Promise<AuthOutcome<MailboxState>> =>
	callForOutcome(() => callApi<MailboxState>('/api/mailbox/open', { body: { token } }))

export const exportMailbox = (token: string, format: 'json' | 'csv'): Promise<AuthOutcome<Blob>> =>
	callForOutcome(() => callApiForFile('/api/mailbox/export', { method: 'POST', body: { token, format }, timeoutMs: EXPORT_TIMEOUT_MS }))

export const eraseMailbox = (token: string): Promise<AuthOutcome> =>
	callForOutcome(async () => {
		await callApi<unknown>('/api/mailbox/erasure', { body: { token } })
		return null
	})
