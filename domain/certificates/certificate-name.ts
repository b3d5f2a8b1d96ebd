/** Maximum length of a name on a certificate, in code points. */
export const CERTIFICATE_NAME_MAX = 80

/** Matches characters that are invisible, or that change a line's direction or break it. A name must look the same everywhere. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u
/** Matches zero-width joiners, which some scripts need. */
const JOINERS = /[\u200c\u200d]/gu

export type NameVerdict = { ok: true; name: string } | { ok: false; message: string }

/**
 * Validates a name for a certificate, in any script. Normalizes it to NFC with single spaces; refuses invisible characters.
 * @returns the name to print, or an error message
 */
export function checkCertificateName(typed: string): NameVerdict {
	const name = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
	if (name === '') return { ok: false, message: 'Please enter your name' }
	if ([...name].length > CERTIFICATE_NAME_MAX) return { ok: false, message: `Use at most ${CERTIFICATE_NAME_MAX} characters for your name` }
	if (INVISIBLE.test(name.replaceAll(JOINERS, ''))) return { ok: false, message: 'Please remove the characters that can’t be printed' }
	if (!/\p{L}/u.test(name)) return { ok: false, message: 'Please enter a name with at least one letter' }
	if (/[<>@]|:\/\//u.test(name)) return { ok: false, message: 'Please enter a name, not an address' }
	return { ok: true, name }
}
