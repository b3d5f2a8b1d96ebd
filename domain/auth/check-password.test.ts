import { expect, test } from 'vitest'

import { checkPassword } from './check-password.ts'

test.each([
	['eight characters', 'vq7-hoof'],
	['eight characters of four bytes each', '🦊🦊🦊🦊🐙🐙🐙🐙'],
	['72 bytes', 'é'.repeat(36)],
	['only spaces between words', 'a b c d e f'],
	['what the client’s own suite uses', 'password123'],
])('%s may be chosen', (_name, password) => {
	expect(checkPassword(password, 8)).toEqual({ ok: true })
})

test('a character of two code units counts once', () => {
	expect(checkPassword('🦊🦊🦊🦊🐙🐙🐙', 8)).toMatchObject({ ok: false, reasons: ['length'] })
})

test.each([
	['seven77', ['length'], 'Password should be at least 8 characters.'],
	['qwerty', ['length', 'pwned'], 'Password should be at least 8 characters. Password is known'],
	['12345678', ['pwned'], 'Password is known to be weak'],
	['PassWord1', ['pwned'], 'Password is known to be weak'],
	['iloveyou123!', ['pwned'], 'Password is known to be weak'],
	['777777777', ['pwned'], 'Password is known to be weak'],
])('%s is weak: %j', (password, reasons, message) => {
	expect(checkPassword(password, 8)).toMatchObject({ ok: false, problem: 'weak', reasons, message: expect.stringContaining(message) })
})

test.each(['x'.repeat(73), `${'é'.repeat(36)}x`, '🦊'.repeat(18) + 'x', '\ud83d'.repeat(25)])(
	'more than 72 bytes are refused, not cut: %s',
	(password) => {
		expect(checkPassword(password, 8)).toEqual({ ok: false, problem: 'too-long' })
	},
)
