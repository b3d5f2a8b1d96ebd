import type { PhoneFacts } from '#domain/sms/phone-rules.ts'

/** Parses telephone numbers worldwide. */
export type PhoneReader = {
	/**
	 * Parses a phone number; null if it isn't valid or has an extension.
	 * @param text as typed by the user, starting with a plus sign
	 */
	read(text: string): Promise<PhoneFacts | null>
}
