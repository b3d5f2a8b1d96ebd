/** Crockford's Base32, which has no letters that look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIX = 'LW'
const LENGTH = 8

/**
 * Creates a payment reference that is short enough to type. It needn't be secret, because knowing one gives no access.
 * @param bytes eight random bytes
 */
export const makeReference = (bytes: Uint8Array): string =>
	PREFIX + Array.from(bytes.slice(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Formats a reference as `LW-7K2M-94QX`. */
export const formatReference = (reference: string): string => `${reference.slice(0, 2)}-${reference.slice(2, 6)}-${reference.slice(6)}`

/**
 * Parses a reference, which on a bank statement may lack hyphens and capitals. Reads O and I as digits, because people confuse them.
 * @returns null if the text can't be a reference
 */
export function parseReference(text: string): string | null {
	const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
	if (!bare.startsWith(PREFIX)) return null
	const body = bare.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
	return body.length === LENGTH && [...body].every((letter) => LETTERS.includes(letter)) ? PREFIX + body : null
}
