import type { Logger } from '#server/kernel/logger.ts'

import type { CaptchaCheck } from './port.ts'

/** Verification URLs. Both providers use the same protocol. */
const ADDRESSES = {
	hcaptcha: 'https://api.hcaptcha.com/siteverify',
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

/** Error codes about our own secret or setup rather than the visitor's token. */
const OUR_FAULT = new Set(['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'internal-error'])

export type SiteverifyOptions = { provider: keyof typeof ADDRESSES; secret: string; timeoutMs: number }

type Answer = { success: boolean; codes: string[] }

function readAnswer(body: unknown): Answer | null {
	if (typeof body !== 'object' || body === null || !('success' in body) || typeof body.success !== 'boolean') return null
	const codes = 'error-codes' in body && Array.isArray(body['error-codes']) ? body['error-codes'].map(String) : []
	return { success: body.success, codes }
}

/**
 * Creates a check that never throws and takes at most `timeoutMs`.
 * @param address URL of the provider; only tests change it
 */
export function createSiteverify(
	{ provider, secret, timeoutMs }: SiteverifyOptions,
	log: Logger,
	address: string = ADDRESSES[provider],
): CaptchaCheck {
	return async (token, clientAddress) => {
		try {
			const body = new URLSearchParams({ secret, response: token, remoteip: clientAddress })
			const response = await fetch(address, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
			const answer = response.ok ? readAnswer(await response.json()) : null
			if (answer?.success) return 'passed'
			if (answer && !answer.codes.some((code) => OUR_FAULT.has(code))) return 'refused'
			log.throttled('error', 'captcha provider returned no verdict', { provider, status: response.status, codes: answer?.codes ?? [] })
		} catch (error) {
			log.throttled('error', 'captcha provider not reached', { provider, error })
		}
		return 'unreachable'
	}
}
