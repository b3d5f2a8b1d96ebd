import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { CommonPasswordList } from './port.ts'

const FILE = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
/**
 * The most common passwords (far more than 10,000) from leaked lists, in lower case, and our own name. Stored as one text, which takes a
 * tenth of the memory of a set.
 */
const COMMON = `\n${[...(JSON.parse(readFileSync(FILE, 'utf8')) as string[]), 'launchway'].join('\n')}\n`
const isListed = (password: string) => !password.includes('\n') && COMMON.includes(`\n${password}\n`)
/** Common suffixes of a password: up to three digits, a digit sequence, a year, an exclamation mark. */
const COMMON_SUFFIX = /@?(?:\d{1,3}|1234(?:56?)?|(?:19|20)\d\d)?!?$/
const ONE_CHARACTER = /^(.)\1*$/su

/** Checks a password with and without a common suffix. A single repeated character also counts as common. */
export const zxcvbnList: CommonPasswordList = (password) => {
	const plain = password.normalize('NFKC').toLowerCase()
	return isListed(plain) || isListed(plain.replace(COMMON_SUFFIX, '')) || ONE_CHARACTER.test(plain)
}
