// asvs V11.4.2 V15.2.2
// regression account-enumeration
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createHashThreads, hashPassword, hashThreads, verifyPassword } from './password-hash.ts'

// Other tests use a cheap hash.
Object.assign(hashThreads, createHashThreads())

test('a hash is argon2id at the configured cost with a random salt', async () => {
	const [first, second] = [await hashPassword('orange-lamp'), await hashPassword('orange-lamp')]
	expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
	expect(first).not.toBe(second)
	expect(await verifyPassword(first, 'orange-lamp')).toBe(true)
	expect(await verifyPassword(first, 'orange-lamP')).toBe(false)
})

test('without a hash no password is right, not even the dummy’s', async () => {
	expect(await verifyPassword(null, 'no one chose this')).toBe(false)
})

test('any Unicode password is accepted again, in either normalization form', async () => {
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }), async (password) => {
			const hash = await hashPassword(password)
			expect(await verifyPassword(hash, password)).toBe(true)
			expect(await verifyPassword(hash, password.normalize('NFD'))).toBe(true)
			expect(await verifyPassword(hash, `${password}x`)).toBe(false)
		}),
		{ numRuns: 15 },
	)
})

test('two hashes run, a hundred wait, and the rest get Retry-After', async () => {
	const results = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('orange-lamp')))
	const refused = results.filter((result) => result.status === 'rejected')
	expect(refused).toHaveLength(8)
	expect(refused[0]?.reason).toMatchObject({ kind: 'overloaded', code: 'over_request_rate_limit', details: { retryAfterSeconds: 2 } })
	expect(await hashPassword('orange-lamp')).toMatch(/^\$argon2id/)
})

test('an invalid hash fails only its own call', async () => {
	await expect(verifyPassword('not in PHC form', 'orange-lamp')).rejects.toThrow('Decoding failed')
	expect(await verifyPassword(await hashPassword('orange-lamp'), 'orange-lamp')).toBe(true)
})
