import type { PhoneFacts } from '#domain/sms/phone-rules.ts'

/** Knows the numbering plans of the world. */
export type PhoneReader = {
	/** @param text as typed by a person, with a plus sign */
	read(text: string): Promise<PhoneFacts | null>
}
