// asvs V15.3.6
import { expect, test } from 'vitest'

import {
	mergeMetadataWithinLimit,
	findMergeProblem,
	findMetadataProblem,
	limitTokenMetadata,
	MAX_STORED_METADATA_BYTES,
	mergeMetadata,
	metadataBytes,
	type MetadataValue,
} from './user-metadata.ts'

test.each([
	[{}, { name: 'Ada' }, { name: 'Ada' }],
	[{ name: 'Ada', city: 'London' }, { city: 'Paris' }, { name: 'Ada', city: 'Paris' }],
	[{ name: 'Ada', city: 'London' }, { city: null }, { name: 'Ada' }],
	[{ a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3 } }],
	[{ name: 'Ada' }, { other: null }, { name: 'Ada' }],
])('%j merged with %j is %j', (stored, sent, merged) => {
	expect(mergeMetadata(stored, sent)).toEqual(merged)
})

test('a key that would change an object’s prototype is ignored', () => {
	const sent = JSON.parse('{"__proto__": {"admin": true}, "name": "Eve"}') as Record<string, MetadataValue>
	const merged = mergeMetadata({}, sent)
	expect([Object.keys(merged), 'admin' in merged]).toEqual([['name'], false])
})

const nested = (depth: number): MetadataValue => (depth === 0 ? 'end' : { more: nested(depth - 1) })
const listed = (depth: number): MetadataValue => (depth === 0 ? 'end' : [listed(depth - 1)])

test.each([
	['plain values', { name: 'Ädä 🦊', list: [1, true, null, { a: 'b' }] }, null],
	['a NUL', { name: 'a\0b' }, 'cannot be stored'],
	['a NUL deep inside', { list: [{ a: 'x\0' }] }, 'cannot be stored'],
	['half a pair', { name: '\ud83d' }, 'cannot be stored'],
	['half a pair in a key', { '\udc00': 1 }, 'cannot be stored'],
	['a NUL next to text that may be stored', { name: 'Ada', city: 'x\0' }, 'cannot be stored'],
	['a NUL in a list, next to text that may be stored', { list: ['Ada', 'x\0'] }, 'cannot be stored'],
	['twenty levels', { a: nested(19) }, null],
	['one more level', { a: nested(20) }, 'nested too deeply'],
	['twenty levels of lists', { a: listed(19) }, null],
	['one more level of lists', { a: listed(20) }, 'nested too deeply'],
	['2,048 bytes', { a: 'x'.repeat(2048 - 8) }, null],
	['one more', { a: 'x'.repeat(2048 - 7) }, 'at most 2048 bytes'],
	['fewer characters, more bytes', { a: '€'.repeat(700) }, 'at most 2048 bytes'],
])('%s: %#', (_name, metadata, problem) => {
	if (problem === null) expect(findMetadataProblem(metadata)).toBeNull()
	else expect(findMetadataProblem(metadata)).toContain(problem)
})

test('stored metadata may exceed the limit by the server’s own part, and oversized metadata may shrink', () => {
	const stored = { name: 'x'.repeat(2040), sub: 'y'.repeat(300) }
	expect(findMergeProblem(stored, { ...stored, city: 'Paris' })).toBeNull()
	expect(findMergeProblem(stored, { ...stored, city: 'x'.repeat(300) })).toContain('at most 2560')
	const poisoned = { name: 'Ada', junk: '€'.repeat(8000), more: 'x' }
	expect(findMergeProblem(poisoned, { name: 'Ada', junk: '€'.repeat(8000) })).toBeNull()
	expect(findMergeProblem(poisoned, { ...poisoned, more: 'y' })).toContain('at most 2560')
	expect(findMergeProblem(poisoned, { ...poisoned, more: 'xy' })).toContain('at most 2560')
})

test('only the shortest values of a provider’s metadata are kept, and existing values stay', () => {
	const received = { name: 'Ada', bio: '€'.repeat(3000), city: 'Paris', sub: '1', picture: 'x'.repeat(400) }
	expect(mergeMetadataWithinLimit({}, received)).toEqual({ name: 'Ada', city: 'Paris', sub: '1', picture: 'x'.repeat(400) })
	const known = { name: 'Countess', own: 'x'.repeat(2400) }
	expect(mergeMetadataWithinLimit(known, received)).toEqual({ ...known, city: 'Paris', sub: '1' })
	const tooMuch = { own: 'x'.repeat(9000) }
	expect(mergeMetadataWithinLimit(tooMuch, received)).toEqual(tooMuch)
	expect(Object.keys(mergeMetadataWithinLimit({}, JSON.parse('{"__proto__": {"admin": true}}') as Record<string, MetadataValue>))).toEqual(
		[],
	)
})

test('provider metadata fills the space to the last byte, and skipped values use none', () => {
	const fitting = { a: 'x'.repeat(MAX_STORED_METADATA_BYTES - metadataBytes({}) - metadataBytes({ a: '' })) }
	expect(mergeMetadataWithinLimit({}, fitting)).toEqual(fitting)
	expect(mergeMetadataWithinLimit({}, { a: `${fitting.a}x` })).toEqual({})
	const picture = 'x'.repeat(2100)
	expect(mergeMetadataWithinLimit({ bio: 'own' }, { bio: 'y'.repeat(2000), picture })).toEqual({ bio: 'own', picture })
	expect(mergeMetadataWithinLimit({}, { ['__proto__']: 'y'.repeat(2000), picture })).toEqual({ picture })
})

test('a token leaves out oversized metadata, the user’s first', () => {
	const app = { provider: 'email', providers: ['email'] }
	const largest = { a: 'x'.repeat(MAX_STORED_METADATA_BYTES - 8) }
	expect(metadataBytes(largest)).toBe(MAX_STORED_METADATA_BYTES)
	expect(limitTokenMetadata({ app, user: largest })).toEqual({ app, user: largest })
	expect(limitTokenMetadata({ app, user: { a: '€'.repeat(8000) } })).toEqual({ app, user: {} })
	const plan = { ...app, plan: 'x'.repeat(2000) }
	expect(limitTokenMetadata({ app: plan, user: largest })).toEqual({ app: plan, user: {} })
	expect(limitTokenMetadata({ app: { ...app, junk: 'x'.repeat(9000) }, user: { name: 'Ada' } })).toEqual({
		app: { provider: 'email' },
		user: {},
	})
})

test('a token holds at most 3,072 bytes of metadata', () => {
	const bytes = (count: number) => ({ a: 'x'.repeat(count - metadataBytes({ a: '' })) })
	expect(limitTokenMetadata({ app: bytes(3072), user: {} })).toStrictEqual({ app: bytes(3072), user: {} })
	expect(limitTokenMetadata({ app: bytes(3073), user: {} })).toStrictEqual({ app: {}, user: {} })
	expect(limitTokenMetadata({ app: bytes(1000), user: bytes(2072) })).toStrictEqual({ app: bytes(1000), user: bytes(2072) })
	expect(limitTokenMetadata({ app: bytes(1000), user: bytes(2073) })).toStrictEqual({ app: bytes(1000), user: {} })
})
