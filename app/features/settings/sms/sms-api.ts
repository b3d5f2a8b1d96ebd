import { backend } from '#app/lib/backend.ts'
import { callApi } from '#app/lib/own-api.ts'
import { askForFactor } from '#app/lib/second-factor/factor-question.ts'
import type { SmsState } from '#contracts/sms.ts'

import { CONSENT_VERSION } from './consent.ts'

/** A row of `user_sms_settings` (spec B §3). */
export type SmsSettings = {
	phone_number: string | null
	course_progress_notifications: boolean
	payment_notifications: boolean
	two_factor_enabled: boolean
	verified: boolean
}

/** A row of `sms_logs` (spec B §3). */
export type SmsLog = { id: string; type: string; message: string; status: string; created_at: string }

/** Before there is a row: what the database would begin with. */
const FIRST_SETTINGS: SmsSettings = {
	phone_number: null,
	course_progress_notifications: true,
	payment_notifications: true,
	two_factor_enabled: false,
	verified: false,
}

const NO_ROW = 'PGRST116'
const MOST_LOGS = 10

/** A statement on the own tables, and once more when the person has shown the second factor that it needs. */
async function withFactor<T extends { error: { hint: string } | null }>(run: () => PromiseLike<T>): Promise<T> {
	const answer = await run()
	return answer.error?.hint === 'insufficient_aal' && (await askForFactor()) ? run() : answer
}

/** @throws Error for anything but a missing row, which is how a learner begins */
export async function loadSmsSettings(userId: string): Promise<SmsSettings> {
	const client = await backend()
	const { data, error } = await withFactor(() => client.from('user_sms_settings').select('*').eq('user_id', userId).single<SmsSettings>())
	if (error && error.code !== NO_ROW) throw new Error(error.message)
	return data ?? FIRST_SETTINGS
}

/** @throws Error with the server's words */
export async function saveSmsSettings(userId: string, settings: SmsSettings): Promise<void> {
	const client = await backend()
	const { phone_number, course_progress_notifications, payment_notifications, two_factor_enabled, verified } = settings
	const row = { user_id: userId, phone_number, course_progress_notifications, payment_notifications, two_factor_enabled, verified }
	const { error } = await withFactor(() => client.from('user_sms_settings').upsert(row, { onConflict: 'user_id' }))
	if (error) throw new Error(error.message)
}

/** The learner's last ten messages, newest first; the database shows no other's. */
export async function loadSmsLogs(): Promise<SmsLog[]> {
	const client = await backend()
	const { data, error } = await withFactor(() =>
		client
			.from('sms_logs')
			.select('*')
			.order('created_at', { ascending: false })
			.limit(MOST_LOGS)
			.overrideTypes<SmsLog[], { merge: false }>(),
	)
	if (error) throw new Error(error.message)
	return data
}

export const loadSmsState = (signal: AbortSignal): Promise<SmsState> => callApi<SmsState>('/api/sms/state', { signal })

/** What the function said; `message` null where it said nothing. `seconds`: wait that long, null for no wait. */
export type SmsOutcome =
	| { ok: true; seconds: number | null }
	| { ok: false; message: string | null; code: string | null; seconds: number | null }

type Body = {
	session?: { access_token: string; refresh_token: string }
	success?: unknown
	error?: unknown
	code?: unknown
	retryAfterSeconds?: unknown
}

function toOutcome(body: Body | null): SmsOutcome {
	const seconds = typeof body?.retryAfterSeconds === 'number' ? body.retryAfterSeconds : null
	if (body?.success === true) return { ok: true, seconds }
	return {
		ok: false,
		message: typeof body?.error === 'string' ? body.error : null,
		code: typeof body?.code === 'string' ? body.code : null,
		seconds,
	}
}

async function invoke(name: string, body: object): Promise<SmsOutcome> {
	try {
		const client = await backend()
		const { data, error, response } = await client.functions.invoke<Body>(name, { body })
		// A second factor's right code ends the tokens it was sent with.
		if (data?.session) await client.auth.setSession(data.session)
		if (!error) return toOutcome(data)
		return toOutcome(response ? ((await response.json().catch(() => null)) as Body | null) : null)
	} catch {
		return toOutcome(null)
	}
}

/** Asks for a code by text; the version of the consent text that stood beside the button goes with it. */
export const sendCode = (phoneNumber: string) =>
	invoke('send-verification-code', { phoneNumber, purpose: 'phone_verification', consentVersion: CONSENT_VERSION })

export const verifyCode = (phoneNumber: string, code: string) => invoke('verify-code', { code, phoneNumber, purpose: 'phone_verification' })

const twoFactor = (phoneNumber: string) => ({ phoneNumber, purpose: 'two_factor_auth' })

/** Asks for a code to the verified number, as second factor of this session. */
export const sendSecondFactorCode = (phoneNumber: string) => invoke('send-verification-code', twoFactor(phoneNumber))

/** A right code lifts the session; its new tokens are kept before this returns. */
export const confirmSecondFactor = (phoneNumber: string, code: string) => invoke('verify-code', { ...twoFactor(phoneNumber), code })
