/** Crockford's Base32, which omits letters that can be mistaken for digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIX = 'LW'
const LENGTH = 8

/**
 * Creates a payment reference that is short enough to type. It isn't secret, because guessing one gives no access.
 * @param bytes eight random bytes
 */
export const makeReference = (bytes: Uint8Array): string =>
	PREFIX + Array.from(bytes.slice(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Formats a reference as `LW-7K2M-94QX`. */
export const formatReference = (reference: string): string => `${reference.slice(0, 2)}-${reference.slice(2, 6)}-${reference.slice(6)}`

/**
 * Parses a reference. Bank statements drop hyphens and capitals, and people confuse O and I with digits.
 * @returns null if the text can't be a reference
 */
export function parseReference(text: string): string | null {
	const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
	if (!bare.startsWith(PREFIX)) return null
	const body = bare.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
	return body.length === LENGTH && [...body].every((letter) => LETTERS.includes(letter)) ? PREFIX + body : null
}
