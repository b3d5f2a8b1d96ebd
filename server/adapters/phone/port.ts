import type { PhoneFacts } from '#domain/sms/phone-rules.ts'

/** Knows the numbering plans of the world. */
export type PhoneReader = {
	/** @param text as a person typed it, with a plus sign @returns null when it is no valid number */
	read(text: string): Promise<PhoneFacts | null>
}
