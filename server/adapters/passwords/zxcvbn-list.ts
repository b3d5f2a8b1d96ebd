import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

import type { CommonPasswordList } from './port.ts'

/** The most used passwords of leaked lists, far beyond the first 10,000, in lower case, and the product's name. */
const COMMON: ReadonlySet<string> = new Set([...passwords, 'launchway'])
/** Common endings of a word: up to three digits, a run, a year, an exclamation mark. */
const USUAL_ENDING = /@?(?:\d{1,3}|1234(?:56?)?|(?:19|20)\d\d)?!?$/
const ONE_CHARACTER = /^(.)\1*$/su

/** The list of zxcvbn-ts, each entry also with a usual ending; also one repeated character. */
export const zxcvbnList: CommonPasswordList = (password) => {
	const plain = password.normalize('NFKC').toLowerCase()
	return COMMON.has(plain) || COMMON.has(plain.replace(USUAL_ENDING, '')) || ONE_CHARACTER.test(plain)
}
