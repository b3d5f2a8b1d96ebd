import type { SmsStatus } from '#domain/sms/message-status.ts'
import type { SmsKeyword } from '#domain/sms/read-keyword.ts'

/** Kind of SMS. Codes and notifications have separate sender numbers: STOP to one must not block the other. */
export type SmsStream = 'codes' | 'notifications'

export type SmsMessage = {
	/** ID of our message, returned in every report about it. */
	id: string
	/** E.164. */
	to: string
	body: string
	stream: SmsStream
	/** Seconds after which the provider should drop an undelivered message; null for no limit. */
	validitySeconds: number | null
}

/**
 * Reason for a refusal. `opted-out` and `bad-number` are about the recipient's number; `setup` has to be fixed by the operator.
 */
export type SmsRefusal = 'opted-out' | 'bad-number' | 'setup' | 'other'

export type SmsOutcome =
	| { kind: 'accepted'; providerId: string; status: SmsStatus }
	/** The SMS was definitely not sent, and a retry would not help. */
	| { kind: 'refused'; refusal: SmsRefusal; code: string }
	/** The SMS was definitely not sent, but can be retried. */
	| { kind: 'later'; code: string }
	/** The SMS may have been sent, so it must not be retried. */
	| { kind: 'unknown'; code: string }

export type SignedForm = {
	/** Path and query of our URL that the provider called. */
	pathAndQuery: string
	/** Fields in the order received. */
	fields: readonly (readonly [string, string])[]
	signature: string | null
}

/** Delivery report. `trouble`: `bad-number` if the phone can't receive any messages, `filtered` if its carrier blocked this one. */
export type SmsStatusReport = { providerId: string; status: SmsStatus; errorCode: string | null; trouble: 'bad-number' | 'filtered' | null }
/** Received SMS. `isAnswered`: the provider has already replied to the keyword. `stream` is null if unknown. */
export type InboundSms = { from: string; stream: SmsStream | null; keyword: SmsKeyword; isAnswered: boolean }

export type SmsSender = {
	/** Sends an SMS. Never throws: every failure is an outcome. */
	send(message: SmsMessage): Promise<SmsOutcome>
	/**
	 * Checks account and key. Absent if there is no provider.
	 * @returns the problem, or null
	 */
	check?(): Promise<string | null>
	/** Webhook parsers; null without a provider. */
	webhooks: {
		/** @throws ServiceError `bad_signature` (403), `bad_report` (400) */
		readStatus(form: SignedForm): SmsStatusReport
		/** @throws ServiceError `bad_signature` (403), `bad_report` (400) */
		readInbound(form: SignedForm): InboundSms
	} | null
}
