import type { Config } from '#server/config/config.ts'

import type { SmsMessage, SmsOutcome, SmsSender } from './port.ts'
import { classifyAnswer, classifyFailure } from './twilio-errors.ts'
import { parseInbound, parseStatus, requireSignature, toStatus } from './twilio-webhook.ts'

type TwilioConfig = NonNullable<Config['sms']['twilio']>

const TIMEOUT_MS = 10_000

/** Path of the status webhook. Its query parameter `message` has our own ID, since Twilio's isn't known yet. */
export const STATUS_PATH = '/webhooks/twilio/status'

/** Builds the form for Twilio. The tests validate it against Twilio's OpenAPI description. */
export function messageForm(message: SmsMessage, { config, siteUrl }: { config: TwilioConfig; siteUrl: string }): URLSearchParams {
	const isCode = message.stream === 'codes'
	return new URLSearchParams({
		To: message.to,
		Body: message.body,
		MessagingServiceSid: isCode ? config.codeServiceSid : config.notificationServiceSid,
		StatusCallback: `${siteUrl}${STATUS_PATH}?message=${message.id}`,
		// Twilio discards the text of codes right away and keeps only the last digits of numbers.
		...(isCode ? { ContentRetention: 'discard' } : {}),
		AddressRetention: 'obfuscate',
		SmartEncoded: 'true',
		...(message.validitySeconds === null ? {} : { ValidityPeriod: String(message.validitySeconds) }),
	})
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function post(form: URLSearchParams, config: TwilioConfig): Promise<SmsOutcome> {
	const response = await fetch(`${config.apiBase}/2010-04-01/Accounts/${config.accountSid}/Messages.json`, {
		method: 'POST',
		headers: {
			authorization: basic(config.accountSid, config.authToken),
			accept: 'application/json',
		},
		body: form,
		redirect: 'error',
		signal: AbortSignal.timeout(TIMEOUT_MS),
	})
	const body: unknown = await response.json().catch(() => null)
	const { sid, status } = (body ?? {}) as { sid?: unknown; status?: unknown }
	if (!response.ok || typeof sid !== 'string') return classifyAnswer(response.ok ? 500 : response.status, body)
	return { kind: 'accepted', providerId: sid, status: toStatus(typeof status === 'string' ? status : '') }
}

/**
 * Checks key and account. Never throws.
 * @returns the problem with key or account, or null
 */
export async function checkTwilio({ apiBase, accountSid, authToken }: TwilioConfig): Promise<string | null> {
	try {
		const answer = await fetch(`${apiBase}/2010-04-01/Accounts/${accountSid}.json`, {
			headers: { authorization: basic(accountSid, authToken), accept: 'application/json' },
			redirect: 'error',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		})
		if (answer.status === 401) return 'the service doesn’t recognize this key'
		if (!answer.ok) return `Twilio answered ${answer.status}`
		const { status } = (await answer.json()) as { status?: unknown }
		return status === 'active' ? null : `the account is ${String(status)}`
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	}
}

/**
 * Creates the SMS transport for Twilio. It makes a single kind of request, so it needs no client library.
 * @param siteUrl public URL that receives the delivery reports; their signatures cover it
 */
export function createTwilioSms(config: TwilioConfig, siteUrl: string): SmsSender {
	const secret = { authToken: config.authToken, siteUrl }
	return {
		async send(message) {
			try {
				return await post(messageForm(message, { config, siteUrl }), config)
			} catch (error) {
				return classifyFailure(error)
			}
		},
		check: () => checkTwilio(config),
		webhooks: {
			readStatus(form) {
				requireSignature(form, secret)
				return parseStatus(form)
			},
			readInbound(form) {
				requireSignature(form, secret)
				return parseInbound(form, { [config.codeServiceSid]: 'codes', [config.notificationServiceSid]: 'notifications' })
			},
		},
	}
}
