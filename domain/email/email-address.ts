/** Longest address that any form accepts. */
export const EMAIL_MAX_LENGTH = 254

/** The simple pattern: no whitespace, one @, a dot in the domain, at most 254 characters. */
export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)

/**
 * One bare address: the simple pattern without the characters that a mail program reads as more than that: a list, a display
 * name, a comment, a quoted part, a control character.
 */
export const isBareAddress = (text: string): boolean =>
	text.length <= EMAIL_MAX_LENGTH && /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@.<>()[\]\\,;:"\p{C}]+(?:\.[^\s@.<>()[\]\\,;:"\p{C}]+)+$/u.test(text)
