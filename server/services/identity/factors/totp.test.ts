// asvs V11.2.1
import { expect, test } from 'vitest'

import { encodeBase32, findTotpStep, totpUri } from './totp.ts'

// RFC 6238, appendix B: SHA-1, the last six of its eight digits.
const SECRET = Buffer.from('12345678901234567890')
const VECTORS = [
	[59, '287082'],
	[1_111_111_109, '081804'],
	[1_111_111_111, '050471'],
	[1_234_567_890, '005924'],
	[2_000_000_000, '279037'],
	[20_000_000_000, '353130'],
] as const

test('the RFC 6238 test vectors are found at their times', () => {
	for (const [seconds, code] of VECTORS)
		expect(findTotpStep(SECRET, { code, now: new Date(seconds * 1000), after: null })).toBe(Math.floor(seconds / 30))
})

test('a step is accepted once, one step early or late, not two', () => {
	const at = (seconds: number, after: number | null = null) =>
		findTotpStep(SECRET, { code: '287082', now: new Date(seconds * 1000), after })
	expect([30, 59, 60, 89].map((seconds) => at(seconds))).toEqual([1, 1, 1, 1])
	expect([90, 1000].map((seconds) => at(seconds))).toEqual([null, null])
	expect([at(59, 0), at(59, 1), at(59, 2)]).toEqual([1, null, null])
	// More than ten steps ahead: the server's clock was wrong when this step was stored, so it's ignored.
	expect([at(59, 11), at(59, 12)]).toEqual([null, 1])
})

test('a code that isn’t six digits is refused', () => {
	for (const code of ['', '28708', '2870820', ' 287082', '28708２', '-87082'])
		expect(findTotpStep(SECRET, { code, now: new Date(59_000), after: null })).toBeNull()
})

test('secrets are encoded as in RFC 4648, and special characters in names survive in the otpauth URI', () => {
	expect(encodeBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
	expect(encodeBase32(Buffer.from('foob'))).toBe('MZXW6YQ')
	const uri = new URL(totpUri({ secret: 'MZXW6YQ', issuer: 'A & B: C', account: 'ana+1@example.com' }))
	expect(uri.searchParams.get('issuer')).toBe('A & B: C')
	expect(decodeURIComponent(uri.pathname)).toContain('A & B: C:ana+1@example.com')
})
