import type { SmsStatus } from '#domain/sms/message-status.ts'
import type { SmsKeyword } from '#domain/sms/read-keyword.ts'

/** Codes and notifications have separate sender numbers: STOP to one must not block the other. */
export type SmsStream = 'codes' | 'notifications'

export type SmsMessage = {
	/** Returned in every report about the message. */
	id: string
	/** E.164. */
	to: string
	body: string
	stream: SmsStream
	/** The message should not be delivered later; null for no limit. */
	validitySeconds: number | null
}

/** `opted-out` and `bad-number` concern the recipient's number; `setup` has to be fixed by the operator. */
export type SmsRefusal = 'opted-out' | 'bad-number' | 'setup' | 'other'

export type SmsOutcome =
	| { kind: 'accepted'; providerId: string; status: SmsStatus }
	/** Definitely not sent, and a retry would not help. */
	| { kind: 'refused'; refusal: SmsRefusal; code: string }
	/** Definitely not sent; may be retried. */
	| { kind: 'later'; code: string }
	/** May have been sent: must not be retried. */
	| { kind: 'unknown'; code: string }

/** Unchanged from the provider. */
export type SignedForm = {
	/** Of our URL that the provider called. */
	pathAndQuery: string
	/** In the order received. */
	fields: readonly (readonly [string, string])[]
	signature: string | null
}

/** `trouble`: `bad-number` if the phone can't receive messages at all, `filtered` if its carrier blocked this one. */
export type StatusReport = { providerId: string; status: SmsStatus; errorCode: string | null; trouble: 'bad-number' | 'filtered' | null }
/** `isAnswered`: the provider has already replied to the keyword. `stream` is null if unknown. */
export type InboundText = { from: string; stream: SmsStream | null; keyword: SmsKeyword; isAnswered: boolean }

export type SmsSender = {
	/** Never throws: every failure is an outcome. */
	send(message: SmsMessage): Promise<SmsOutcome>
	/**
	 * Absent if there is no provider.
	 * @returns the problem with account or key, or null
	 */
	check?(): Promise<string | null>
	/** Null without a provider. */
	webhooks: {
		/** @throws ServiceError `bad_signature` (403), `bad_report` (400) */
		readStatus(form: SignedForm): StatusReport
		/** @throws ServiceError as `readStatus` */
		readInbound(form: SignedForm): InboundText
	} | null
}
