/** Longest name on a certificate, in characters as readers count them. */
export const CERTIFICATE_NAME_MAX = 80

/** Characters that change a line's direction, are invisible or split it: a name must read the same wherever it is printed. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u
/** The two joiners are part of how some scripts are written. */
const JOINERS = /[\u200c\u200d]/gu

export type NameVerdict = { ok: true; name: string } | { ok: false; message: string }

/**
 * A learner's name for a certificate, in any script: composed, without doubled spaces and invisible characters.
 * @returns the name to print, or the message for its owner
 */
export function checkCertificateName(typed: string): NameVerdict {
	const name = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
	if (name === '') return { ok: false, message: 'Please enter your name' }
	if ([...name].length > CERTIFICATE_NAME_MAX)
		return { ok: false, message: `Your name may have at most ${CERTIFICATE_NAME_MAX} characters` }
	if (INVISIBLE.test(name.replaceAll(JOINERS, ''))) return { ok: false, message: 'Please remove the characters that cannot be printed' }
	if (!/\p{L}/u.test(name)) return { ok: false, message: 'Please enter a name with at least one letter' }
	if (/[<>@]|:\/\//u.test(name)) return { ok: false, message: 'Please enter a name, not an address' }
	return { ok: true, name }
}
