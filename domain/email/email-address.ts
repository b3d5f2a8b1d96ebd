/** Longest address that any form accepts. */
export const EMAIL_MAX_LENGTH = 254

export const NOT_AN_ADDRESS = 'Please enter a valid email address'

/**
 * One bare address, as every form accepts it: no whitespace, one @, a dot in the domain, and none of the characters that a mail
 * program reads as more than an address: a list, a display name, a comment, a quoted part, a control character.
 */
export const isEmailAddress = (text: string): boolean =>
	text.length <= EMAIL_MAX_LENGTH && /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@.<>()[\]\\,;:"\p{C}]+(?:\.[^\s@.<>()[\]\\,;:"\p{C}]+)+$/u.test(text)
