import { createHmac, timingSafeEqual } from 'node:crypto'

import type { SmsStatus } from '#domain/sms/message-status.ts'
import { readKeyword, type SmsKeyword } from '#domain/sms/read-keyword.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { InboundText, SignedForm, SmsStream, StatusReport } from './port.ts'
import { classifyTwilioCode } from './twilio-errors.ts'

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
export function requireSignature(form: SignedForm, secret: { authToken: string; siteUrl: string }): void {
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

/** Converts Twilio's status. An unknown one becomes `accepted`, which never reverts a later one. */
export const toStatus = (status: string): SmsStatus => STATUS[status] ?? 'accepted'

const fieldOf = ({ fields }: SignedForm, name: string): string => fields.find(([other]) => other === name)?.[1] ?? ''

/** @throws ServiceError `bad_report` (400) if the ID or status is missing */
export function parseStatus(form: SignedForm): StatusReport {
	const providerId = fieldOf(form, 'MessageSid')
	const status = fieldOf(form, 'MessageStatus')
	if (!/^[A-Za-z0-9]{1,64}$/.test(providerId) || status === '') throw new ServiceError('invalid', 'bad_report', 'Not a status report')
	const errorCode = /^\d{1,10}$/.exec(fieldOf(form, 'ErrorCode'))?.[0] ?? null
	return { providerId, status: toStatus(status), errorCode, trouble: classifyTwilioCode(errorCode) }
}

const OPT_OUT_TYPES: Readonly<Record<string, SmsKeyword>> = { STOP: 'stop', START: 'start', HELP: 'help' }

/** @throws ServiceError `bad_report` (400) if the sender's number is missing */
export function parseInbound(form: SignedForm, services: Readonly<Record<string, SmsStream>>): InboundText {
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
