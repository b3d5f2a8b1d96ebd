/** Crockford's base 32: no letter that is read or typed as a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIX = 'LW'
const LENGTH = 8

/**
 * Reference of a bank transfer. Short enough to type; it is not secret, and guessing one gives no access.
 * @param bytes eight random ones
 */
export const makeReference = (bytes: Uint8Array): string =>
	PREFIX + Array.from(bytes.slice(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Displayed form: `LW-7K2M-94QX`. */
export const formatReference = (reference: string): string => `${reference.slice(0, 2)}-${reference.slice(2, 6)}-${reference.slice(6)}`

/**
 * Normalizes a reference: statements lose dashes and capitals, and people mistake O and I for digits.
 * @returns null for what cannot be one
 */
export function parseReference(text: string): string | null {
	const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
	if (!bare.startsWith(PREFIX)) return null
	const body = bare.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
	return body.length === LENGTH && [...body].every((letter) => LETTERS.includes(letter)) ? PREFIX + body : null
}
