// asvs V7.2.2 V7.2.3
// regression refresh-token-theft
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeRefreshToken, encodeRefreshToken, hasValidMac } from './refresh-token.ts'

const ID = '0d9f7a52-6c1e-4b7e-9a55-2f5f0b6d9c31'
const KEY = Buffer.alloc(32, 7)

test('a token says session and counter, and only the session’s key made it', () => {
	fc.assert(
		fc.property(fc.uuid(), fc.nat(2_000_000_000), (sessionId, counter) => {
			const token = decodeRefreshToken(encodeRefreshToken(sessionId, counter, KEY))
			expect(token).toMatchObject({ sessionId, counter })
			expect(token && hasValidMac(token, KEY)).toBe(true)
			expect(token && hasValidMac(token, Buffer.alloc(32, 8))).toBe(false)
		}),
	)
})

test('a counter or session moved under the same signature is not genuine', () => {
	const token = decodeRefreshToken(encodeRefreshToken(ID, 3, KEY))
	if (!token) throw new Error('does not decode')
	expect(hasValidMac({ ...token, counter: 4 }, KEY)).toBe(false)
	expect(hasValidMac({ ...token, sessionId: ID.replace('0d', '0e') }, KEY)).toBe(false)
})

test('any change of any character is noticed before the database is asked', () => {
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
])('%j is no token', (text) => {
	expect(decodeRefreshToken(text)).toBeNull()
})

test('no text makes the decoder fail', () => {
	fc.assert(fc.property(fc.string(), (text) => decodeRefreshToken(text) === null))
})
