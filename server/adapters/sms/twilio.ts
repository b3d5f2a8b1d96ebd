import { createHmac, timingSafeEqual } from 'node:crypto'

import type { SmsStatus } from '#domain/sms/message-status.ts'
import { readKeyword, type SmsKeyword } from '#domain/sms/read-keyword.ts'
import type { Config } from '#server/config/config.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { SmsMessage, SmsOutcome, SmsSender, InboundSms, SignedForm, SmsStream, SmsStatusReport } from './port.ts'
import { classifyAnswer, classifyFailure, classifyTwilioCode } from './twilio-errors.ts'

/**
 * Signs our public URL and the sorted, untrimmed fields with HMAC-SHA1. The URL comes from the configuration and not from the
 * Host header, which anyone can forge.
 */
export function signForm(authToken: string, url: string, fields: SignedForm['fields']): string {
	const names = [...new Set(fields.map(([name]) => name))].toSorted()
	const parts = names.flatMap((name) => {
		const values = new Set(fields.filter(([other]) => other === name).map(([, value]) => value))
		return [...values].toSorted().map((value) => name + value)
	})
	return createHmac('sha1', authToken)
		.update(url + parts.join(''))
		.digest('base64')
}

/** @throws ServiceError `bad_signature` (403) */
function requireSignature(form: SignedForm, secret: { authToken: string; siteUrl: string }): void {
	const expected = Buffer.from(signForm(secret.authToken, secret.siteUrl + form.pathAndQuery, form.fields))
	const received = Buffer.from(form.signature ?? '')
	if (expected.length !== received.length || !timingSafeEqual(expected, received))
		throw new ServiceError('forbidden', 'bad_signature', 'The signature does not match')
}

const STATUS: Readonly<Record<string, SmsStatus>> = {
	accepted: 'accepted',
	scheduled: 'accepted',
	queued: 'accepted',
	sending: 'accepted',
	sent: 'sent',
	delivered: 'delivered',
	partially_delivered: 'delivered',
	read: 'delivered',
	undelivered: 'undelivered',
	failed: 'failed',
	canceled: 'failed',
}

/** Converts Twilio's status. An unknown one becomes `accepted`, which never overrides a later status. */
const toStatus = (status: string): SmsStatus => STATUS[status] ?? 'accepted'

const fieldOf = ({ fields }: SignedForm, name: string): string => fields.find(([other]) => other === name)?.[1] ?? ''

/** @throws ServiceError `bad_report` (400) if the ID or status is missing */
function parseStatus(form: SignedForm): SmsStatusReport {
	const providerId = fieldOf(form, 'MessageSid')
	const status = fieldOf(form, 'MessageStatus')
	if (!/^[A-Za-z0-9]{1,64}$/.test(providerId) || status === '') throw new ServiceError('invalid', 'bad_report', 'Not a status report')
	const errorCode = /^\d{1,10}$/.exec(fieldOf(form, 'ErrorCode'))?.[0] ?? null
	return { providerId, status: toStatus(status), errorCode, trouble: classifyTwilioCode(errorCode) }
}

const OPT_OUT_TYPES: Readonly<Record<string, SmsKeyword>> = { STOP: 'stop', START: 'start', HELP: 'help' }

/** @throws ServiceError `bad_report` (400) if the sender's number is missing */
function parseInbound(form: SignedForm, services: Readonly<Record<string, SmsStream>>): InboundSms {
	const from = fieldOf(form, 'From')
	if (!/^\+[1-9]\d{6,14}$/.test(from)) throw new ServiceError('invalid', 'bad_report', 'Not a text message')
	const keyword = OPT_OUT_TYPES[fieldOf(form, 'OptOutType').toUpperCase()]
	return {
		from,
		stream: services[fieldOf(form, 'MessagingServiceSid')] ?? null,
		keyword: keyword ?? readKeyword(fieldOf(form, 'Body').slice(0, 1600)),
		isAnswered: keyword !== undefined,
	}
}

type TwilioConfig = NonNullable<Config['sms']['twilio']>

const TIMEOUT_MS = 10_000

/** Path of the status webhook. Its query parameter `message` has our own ID, since Twilio's isn't known yet. */
export const STATUS_PATH = '/webhooks/twilio/status'

/** Builds the form for Twilio. The tests validate it against Twilio's OpenAPI description. */
export function toTwilioForm(message: SmsMessage, { config, siteUrl }: { config: TwilioConfig; siteUrl: string }): URLSearchParams {
	const isCode = message.stream === 'codes'
	return new URLSearchParams({
		To: message.to,
		Body: message.body,
		MessagingServiceSid: isCode ? config.codeServiceSid : config.notificationServiceSid,
		StatusCallback: `${siteUrl}${STATUS_PATH}?message=${message.id}`,
		// Twilio discards the text of codes immediately and keeps only the last digits of numbers.
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
		if (!answer.ok) return `Twilio returned ${answer.status}`
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
				return await post(toTwilioForm(message, { config, siteUrl }), config)
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
