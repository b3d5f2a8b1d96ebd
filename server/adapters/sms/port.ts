import type { SmsStatus } from '#domain/sms/message-status.ts'
import type { SmsKeyword } from '#domain/sms/read-keyword.ts'

/** Codes and notifications leave from numbers of their own: STOP to one must not silence the other (PAYMENTS_MESSAGING §6.1). */
export type SmsStream = 'codes' | 'notifications'

export type SmsMessage = {
	/** Our id: comes back with every report about the message. */
	id: string
	/** E.164. */
	to: string
	body: string
	stream: SmsStream
	/** After this many seconds nobody wants it any more; null for no such time. */
	validitySeconds: number | null
}

/** `opted-out` and `bad-number` tell about the telephone; `setup` is the operator's to mend. */
export type SmsRefusal = 'opted-out' | 'bad-number' | 'setup' | 'other'

export type SmsOutcome =
	| { kind: 'accepted'; providerId: string; status: SmsStatus }
	/** Certainly not sent, and trying again would not help. */
	| { kind: 'refused'; refusal: SmsRefusal; code: string }
	/** Certainly not sent; may go later. */
	| { kind: 'later'; code: string }
	/** Nobody knows whether it was sent: it must not be sent again. */
	| { kind: 'unknown'; code: string }

/** A form the provider posted to us, as it came. */
export type SignedForm = {
	/** Path and query of our own address that was called. */
	pathAndQuery: string
	/** Every field, in the order sent. */
	fields: readonly (readonly [string, string])[]
	signature: string | null
}

/** `trouble`: the telephone takes no messages at all, or its carrier held this one back. */
export type StatusReport = { providerId: string; status: SmsStatus; errorCode: string | null; trouble: 'bad-number' | 'filtered' | null }
/** `isAnswered`: the provider has replied to the keyword itself. `stream` null: cannot be told. */
export type InboundText = { from: string; stream: SmsStream | null; keyword: SmsKeyword; isAnswered: boolean }

export type SmsSender = {
	/** Never throws: every way to fail is an outcome. */
	send(message: SmsMessage): Promise<SmsOutcome>
	/** Reads what the provider reports; null where nothing can be reported to. */
	webhooks: {
		/** @throws ServiceError `bad_signature` (403), `bad_report` (400) */
		readStatus(form: SignedForm): StatusReport
		/** @throws ServiceError as `readStatus` */
		readInbound(form: SignedForm): InboundText
	} | null
}
