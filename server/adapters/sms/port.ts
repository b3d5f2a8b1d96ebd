import type { SmsStatus } from '#domain/sms/message-status.ts'
import type { SmsKeyword } from '#domain/sms/read-keyword.ts'

/** Codes and notifications have sender numbers of their own: STOP to one must not silence the other. */
export type SmsStream = 'codes' | 'notifications'

export type SmsMessage = {
	/** Our id: comes back with every report about the message. */
	id: string
	/** E.164. */
	to: string
	body: string
	stream: SmsStream
	/** After this many seconds the message is useless; null for no limit. */
	validitySeconds: number | null
}

/** `opted-out` and `bad-number` are about the telephone; `setup` is the operator's to fix. */
export type SmsRefusal = 'opted-out' | 'bad-number' | 'setup' | 'other'

export type SmsOutcome =
	| { kind: 'accepted'; providerId: string; status: SmsStatus }
	/** Certainly not sent, and trying again would not help. */
	| { kind: 'refused'; refusal: SmsRefusal; code: string }
	/** Certainly not sent; may be tried again. */
	| { kind: 'later'; code: string }
	/** It may have been sent: it must not be sent again. */
	| { kind: 'unknown'; code: string }

/** A form that the provider posted to us, unchanged. */
export type SignedForm = {
	/** Path and query of our own address that was called. */
	pathAndQuery: string
	/** Every field, in the order sent. */
	fields: readonly (readonly [string, string])[]
	signature: string | null
}

/** `trouble`: the telephone accepts no messages at all, or its carrier filtered this one. */
export type StatusReport = { providerId: string; status: SmsStatus; errorCode: string | null; trouble: 'bad-number' | 'filtered' | null }
/** `isAnswered`: the provider has replied to the keyword itself. `stream` is null when it is unknown. */
export type InboundText = { from: string; stream: SmsStream | null; keyword: SmsKeyword; isAnswered: boolean }

export type SmsSender = {
	/** Never throws: every failure is an outcome. */
	send(message: SmsMessage): Promise<SmsOutcome>
	/** Verifies the account. @returns what is wrong with it or with its key, null if nothing. Absent where there is no provider */
	check?(): Promise<string | null>
	/** Parses the provider's reports; null without a provider. */
	webhooks: {
		/** @throws ServiceError `bad_signature` (403), `bad_report` (400) */
		readStatus(form: SignedForm): StatusReport
		/** @throws ServiceError as `readStatus` */
		readInbound(form: SignedForm): InboundText
	} | null
}
