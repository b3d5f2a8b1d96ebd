import { fetchWithKey } from '#app/lib/backend.ts'
import { callFunction } from '#app/lib/call-function.ts'
import { ApiError, callApi, needsSecondFactor } from '#app/lib/own-api.ts'
import { secondFactorPrompt, proofPrompt } from '#app/lib/prompt.ts'
import type { SmsState } from '#contracts/sms.ts'
import { currentSmsConsent } from '#domain/consents/sms-consent.ts'

/** A row of `user_sms_settings`. */
export type SmsSettings = {
	phone_number: string | null
	course_progress_notifications: boolean
	payment_notifications: boolean
	two_factor_enabled: boolean
	verified: boolean
}

/** A row of `sms_logs`. */
export type SmsLog = { id: string; type: string; message: string; status: string; created_at: string }

/** The database's defaults, used while there is no row. */
const FIRST_SETTINGS: SmsSettings = {
	phone_number: null,
	course_progress_notifications: true,
	payment_notifications: true,
	two_factor_enabled: false,
	verified: false,
}

const MAX_LOGS = 10

/**
 * Requests the learner's rows from `/rest/v1`. If a second factor is required, prompts for it and retries once.
 * @throws ApiError with the server's message; TypeError if the server can't be reached
 */
async function askTable(path: string, init?: Parameters<typeof fetchWithKey>[1], isSecond = false): Promise<Response> {
	const response = await fetchWithKey(`/rest/v1/${path}`, init)
	if (response.ok) return response
	const body = (await response.json().catch(() => null)) as { message?: string; code?: string; hint?: string } | null
	const refused = new ApiError({
		kind: 'refused',
		status: response.status,
		code: body?.hint === 'insufficient_aal' ? body.hint : (body?.code ?? 'unexpected_failure'),
		message: body?.message ?? `The server responded with ${response.status}`,
		fields: {},
		requestId: response.headers.get('x-request-id'),
		retryAfterSeconds: null,
	})
	if (!isSecond && needsSecondFactor(refused) && (await secondFactorPrompt.ask())) return askTable(path, init, true)
	throw refused
}

const readRows = async <Row>(path: string): Promise<Row[]> => (await (await askTable(path)).json()) as Row[]

/**
 * Loads the settings. Requests a list, because a missing single row would be an error response, which browsers log.
 * @throws ApiError, TypeError
 */
export async function loadSmsSettings(userId: string): Promise<SmsSettings> {
	const [row] = await readRows<SmsSettings>(`user_sms_settings?select=*&user_id=eq.${userId}`)
	return row ?? FIRST_SETTINGS
}

/** @throws ApiError with the server's message; TypeError if the server can't be reached */
export async function saveSmsSettings(userId: string, settings: SmsSettings): Promise<void> {
	const { phone_number, course_progress_notifications, payment_notifications, two_factor_enabled, verified } = settings
	const row = { user_id: userId, phone_number, course_progress_notifications, payment_notifications, two_factor_enabled, verified }
	await askTable('user_sms_settings?on_conflict=user_id', {
		method: 'POST',
		headers: { Prefer: 'resolution=merge-duplicates,return=minimal' },
		body: JSON.stringify(row),
	})
}

/** Loads the latest SMS. Row-level security returns only the learner's own. */
export const loadSmsLogs = (): Promise<SmsLog[]> => readRows<SmsLog>(`sms_logs?select=*&order=created_at.desc&limit=${MAX_LOGS}`)

export const loadSmsState = (signal: AbortSignal): Promise<SmsState> => callApi<SmsState>('/api/sms/state', { signal })

export const giveSmsConsent = () => callApi<unknown>('/api/sms/consent', { body: { version: currentSmsConsent.version } })

/** `message`: null if the response has none. `seconds`: time to wait before the next try, or null. */
export type SmsOutcome =
	| { ok: true; seconds: number | null }
	| { ok: false; message: string | null; code: string | null; seconds: number | null }

/** Calls a function of `/functions/v1`. If a change of number must be confirmed first, prompts for the code and retries once. */
async function ask(name: string, body: object, isSecond = false): Promise<SmsOutcome> {
	const answer = await callFunction(name, body).catch(() => null)
	if (!isSecond && answer?.code === 'reauthentication_needed' && (await proofPrompt.ask())) return ask(name, body, true)
	const seconds = typeof answer?.retryAfterSeconds === 'number' ? answer.retryAfterSeconds : null
	if (answer?.success === true) return { ok: true, seconds }
	return {
		ok: false,
		message: typeof answer?.error === 'string' ? answer.error : null,
		code: typeof answer?.code === 'string' ? answer.code : null,
		seconds,
	}
}

/** Requests a verification code, with the version of the consent text shown next to the button. */
export const sendCode = (phoneNumber: string) =>
	ask('send-verification-code', { phoneNumber, purpose: 'phone_verification', consentVersion: currentSmsConsent.version })

export const verifyCode = (phoneNumber: string, code: string) => ask('verify-code', { code, phoneNumber, purpose: 'phone_verification' })
