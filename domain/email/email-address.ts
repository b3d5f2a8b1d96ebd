export const EMAIL_MAX_LENGTH = 254

export const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address'

/** True for a bare address, without characters that mail software parses as a list, display name, comment or quoted part. */
export const isEmailAddress = (text: string): boolean =>
	text.length <= EMAIL_MAX_LENGTH && /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@.<>()[\]\\,;:"\p{C}]+(?:\.[^\s@.<>()[\]\\,;:"\p{C}]+)+$/u.test(text)
