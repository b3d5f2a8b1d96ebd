// asvs V7.2.2 V7.2.3
// regression refresh-token-theft
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeRefreshToken, encodeRefreshToken, hasValidMac } from './session-grant.ts'

const ID = '0d9f7a52-6c1e-4b7e-9a55-2f5f0b6d9c31'
const KEY = Buffer.alloc(32, 7)

test('a token encodes session and counter, and verifies only with the session’s key', () => {
	fc.assert(
		fc.property(fc.uuid(), fc.nat(2_000_000_000), (sessionId, counter) => {
			const token = decodeRefreshToken(encodeRefreshToken(sessionId, counter, KEY))
			expect(token).toMatchObject({ sessionId, counter })
			expect(token && hasValidMac(token, KEY)).toBe(true)
			expect(token && hasValidMac(token, Buffer.alloc(32, 8))).toBe(false)
		}),
	)
})

test('a changed counter or session ID fails verification', () => {
	const token = decodeRefreshToken(encodeRefreshToken(ID, 3, KEY))
	if (!token) throw new Error('does not decode')
	expect(hasValidMac({ ...token, counter: 4 }, KEY)).toBe(false)
	expect(hasValidMac({ ...token, sessionId: ID.replace('0d', '0e') }, KEY)).toBe(false)
})

test('any changed character is detected without a database query', () => {
	const token = encodeRefreshToken(ID, 3, KEY)
	for (let index = 0; index < token.length; index += 1) {
		const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`
		expect(decodeRefreshToken(changed)).toBeNull()
	}
})

test.each([
	'',
	'a',
	`${encodeRefreshToken(ID, 1, KEY)}=`,
	` ${encodeRefreshToken(ID, 1, KEY)}`,
	encodeRefreshToken(ID, 1, KEY).slice(1),
	'ä'.repeat(55),
])('%j is not a token', (text) => {
	expect(decodeRefreshToken(text)).toBeNull()
})

test('no text makes the decoder throw', () => {
	fc.assert(fc.property(fc.string(), (text) => decodeRefreshToken(text) === null))
})
