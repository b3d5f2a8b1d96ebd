import type { PhoneFacts } from '#domain/sms/phone-rules.ts'

export type PhoneReader = {
	/**
	 * Parses a phone number. Null if it isn't valid or has an extension.
	 * @param text as typed by the user, starting with a plus sign
	 */
	read(text: string): Promise<PhoneFacts | null>
}
