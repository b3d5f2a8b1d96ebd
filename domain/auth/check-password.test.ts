// asvs V6.2.1 V6.2.5
import { expect, test } from 'vitest'

import { checkPassword } from './check-password.ts'

const isCommon = (password: string) => ['qwerty', '12345678'].includes(password)
const RULE = { minLength: 8, requiredSets: [], isCommon }

test.each([
	['eight characters', 'vq7-hoof'],
	['eight characters of four bytes each', '🦊🦊🦊🦊🐙🐙🐙🐙'],
	['72 bytes', 'é'.repeat(36)],
	['only spaces between words', 'a b c d e f'],
])('%s is accepted', (_name, password) => {
	expect(checkPassword(password, RULE)).toEqual({ ok: true })
})

test('a character of two UTF-16 code units counts once', () => {
	expect(checkPassword('🦊🦊🦊🦊🐙🐙🐙', RULE)).toMatchObject({ ok: false, reasons: ['length'] })
})

test.each([
	['seven77', ['length'], 'Password should be at least 8 characters.'],
	[
		'qwerty',
		['length', 'pwned'],
		'Password should be at least 8 characters. Password is known to be weak and easy to guess, please choose a different one.',
	],
	['12345678', ['pwned'], 'Password is known to be weak and easy to guess, please choose a different one.'],
])('%s is weak: %j', (password, reasons, message) => {
	expect(checkPassword(password, RULE)).toEqual({ ok: false, problem: 'weak', reasons, message })
})

test.each(['x'.repeat(73), `${'é'.repeat(36)}x`, '🦊'.repeat(18) + 'x', '\ud83d'.repeat(25)])(
	'more than 72 bytes are refused, not truncated: %s',
	(password) => {
		expect(checkPassword(password, RULE)).toEqual({ ok: false, problem: 'too-long' })
	},
)

test.each([
	['orange-lamp-river', ['ABC', '012'], ['characters']],
	['Orange-lamp-river', ['ABCO', '012'], ['characters']],
	['Orange-lamp-river-2', ['ABCO', '012'], null],
	['2', ['ABC', '012'], ['length', 'characters']],
	['orange-lamp-rivér', ['é'], null],
])('%s, with one of each of %j required', (password, requiredSets, reasons) => {
	const check = checkPassword(password, { minLength: 8, requiredSets, isCommon })
	expect(check.ok ? null : check.problem === 'weak' && check.reasons).toEqual(reasons)
})

test('a too simple password lists each missing character set', () => {
	const check = checkPassword('seven', { minLength: 8, requiredSets: ['ABC', '012'], isCommon })
	expect(check).toMatchObject({
		message: 'Password should be at least 8 characters. Password should contain at least one character of each: ABC, 012.',
	})
})
