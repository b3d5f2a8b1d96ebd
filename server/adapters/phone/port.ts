import type { PhoneFacts } from '#domain/sms/phone-rules.ts'

/** Parses telephone numbers worldwide. */
export type PhoneReader = {
	/** @param text as typed by the user, starting with a plus sign */
	read(text: string): Promise<PhoneFacts | null>
}
