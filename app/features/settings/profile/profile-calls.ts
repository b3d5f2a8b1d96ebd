import type { User } from '@supabase/auth-js'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { callAuth, callAuthWithoutValue } from '#app/lib/call-auth.ts'
import { callForOutcome } from '#app/lib/call-function.ts'
import { callApi, callApiForFile } from '#app/lib/own-api.ts'
import { withCaptcha } from '#app/lib/with-captcha.ts'
import { paths } from '#contracts/paths.ts'
import type { ErasureResponse, PrivacyState } from '#contracts/privacy.ts'

/** Pending change of email, until the links in both mailboxes were followed; null if there is none. */
export type PendingAddress = { email: string; newEmail: string } | null

const toPending = (user: User): PendingAddress => (user.new_email ? { email: user.email ?? '', newEmail: user.new_email } : null)

/**
 * Loads a pending change of email. If the account's email already differs from `known`, renews the stored session, which updates
 * every page.
 * @param known email that the page shows
 */
export const loadPendingEmailChange = (known: string): Promise<AuthOutcome<{ pending: PendingAddress }>> =>
	callAuth<{ pending: PendingAddress } | null>(async (auth) => {
		const { data, error } = await auth.getUser()
		if (error) return { data: null, error }
		if (data.user.email !== known) await auth.refreshSession()
		return { data: { pending: toPending(data.user) }, error: null }
	})

export const changeName = (name: string): Promise<AuthOutcome> => callAuthWithoutValue((auth) => auth.updateUser({ data: { name } }))

const callback = () => `${window.location.origin}${paths.authCallback}?next=${encodeURIComponent(paths.settings)}`

/** Requests a change of email. Both mailboxes get a link, and both must be followed. */
export const changeEmail = (email: string): Promise<AuthOutcome> =>
	callAuthWithoutValue((auth) => auth.updateUser({ email }, { emailRedirectTo: callback() }))

/** @param email current email of the account */
export const resendEmailChange = (email: string): Promise<AuthOutcome> =>
	withCaptcha((captcha) =>
		callAuthWithoutValue((auth) => auth.resend({ type: 'email_change', email, options: { ...captcha, emailRedirectTo: callback() } })),
	)

/**
 * Loads whether a deletion is scheduled, and which proof an export or deletion requires.
 * @throws ApiError
 */
export const loadErasureState = (signal: AbortSignal): Promise<PrivacyState> => callApi<PrivacyState>('/api/privacy', { signal })

const EXPORT_TIMEOUT_MS = 60_000

export const exportData = (format: 'json' | 'csv'): Promise<AuthOutcome<Blob>> =>
	callForOutcome(() => callApiForFile('/api/privacy/export', { method: 'POST', body: { format }, timeoutMs: EXPORT_TIMEOUT_MS }))

/** Schedules the deletion and ends all sessions, including this one. */
export const scheduleErasure = (): Promise<AuthOutcome<ErasureResponse>> =>
	callForOutcome(() => callApi<ErasureResponse>('/api/privacy/erasure', { method: 'POST', body: {} }))

export const cancelErasure = (): Promise<AuthOutcome<ErasureResponse>> =>
	callForOutcome(() => callApi<ErasureResponse>('/api/privacy/erasure', { method: 'DELETE' }))
