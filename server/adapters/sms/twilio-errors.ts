import type { SmsOutcome, SmsRefusal } from './port.ts'

/** Reasons by Twilio's error code. All other codes are `other`. */
const REFUSALS: Readonly<Record<string, SmsRefusal>> = {
	'21610': 'opted-out',
	'21211': 'bad-number',
	'21217': 'bad-number',
	'21614': 'bad-number',
	'21635': 'bad-number',
	'60205': 'bad-number',
	'20003': 'setup',
	'20404': 'setup',
	'21212': 'setup',
	'21408': 'setup',
	'21606': 'setup',
	'21612': 'setup',
	'21703': 'setup',
	'21705': 'setup',
	'30034': 'setup',
}

export function classifyTwilioCode(code: string | null): 'bad-number' | 'filtered' | null {
	if (code === '30007') return 'filtered'
	return code !== null && (REFUSALS[code] === 'bad-number' || code === '30006') ? 'bad-number' : null
}

const errorCode = (body: unknown): string | null => {
	const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
	return typeof code === 'number' || typeof code === 'string' ? String(code) : null
}

/**
 * Classifies an error response by its status. 429 can be retried; any other 4xx is a final refusal. 5xx is unknown and must not be retried,
 * so that no message is sent twice.
 */
export function classifyAnswer(status: number, body: unknown): SmsOutcome {
	const code = errorCode(body) ?? `http_${status}`
	if (status === 429) return { kind: 'later', code }
	if (status >= 400 && status < 500) {
		const isOurs = status === 401 || status === 403 || status === 404
		return { kind: 'refused', refusal: REFUSALS[code] ?? (isOurs ? 'setup' : 'other'), code }
	}
	return { kind: 'unknown', code }
}

const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

const causeCode = (error: unknown): string => {
	const cause = error instanceof Error ? error.cause : null
	const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
	return typeof code === 'string' ? code : error instanceof Error ? error.name : 'error'
}

/** Classifies a failed request. Nothing was sent if the connection wasn't open yet; otherwise the message may have been sent. */
export function classifyFailure(error: unknown): SmsOutcome {
	const code = causeCode(error)
	return NEVER_LEFT.has(code) ? { kind: 'later', code } : { kind: 'unknown', code }
}
