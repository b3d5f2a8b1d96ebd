import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

import type { CommonPasswordList } from './port.ts'

/** Most common passwords of leaked lists (far more than 10,000), in lower case, and our own name. */
const COMMON: ReadonlySet<string> = new Set([...passwords, 'launchway'])
/** Common suffixes of a password: up to three digits, a digit sequence, a year, an exclamation mark. */
const USUAL_ENDING = /@?(?:\d{1,3}|1234(?:56?)?|(?:19|20)\d\d)?!?$/
const ONE_CHARACTER = /^(.)\1*$/su

/** Checks a password with and without a common suffix. A single repeated character also counts as common. */
export const zxcvbnList: CommonPasswordList = (password) => {
	const plain = password.normalize('NFKC').toLowerCase()
	return COMMON.has(plain) || COMMON.has(plain.replace(USUAL_ENDING, '')) || ONE_CHARACTER.test(plain)
}
