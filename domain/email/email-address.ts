/** Longest address any form takes (spec A §9). */
export const EMAIL_MAX_LENGTH = 254

/** The simple pattern of spec A §5: no whitespace, one @, a dot in the domain, at most 254 characters. */
export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
