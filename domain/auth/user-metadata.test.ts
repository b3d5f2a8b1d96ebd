import { expect, test } from 'vitest'

import { findMetadataProblem, mergeMetadata, type MetadataValue } from './user-metadata.ts'

test.each([
	[{}, { name: 'Ada' }, { name: 'Ada' }],
	[{ name: 'Ada', city: 'London' }, { city: 'Paris' }, { name: 'Ada', city: 'Paris' }],
	[{ name: 'Ada', city: 'London' }, { city: null }, { name: 'Ada' }],
	[{ a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3 } }],
	[{ name: 'Ada' }, { other: null }, { name: 'Ada' }],
])('%j merged with %j is %j', (stored, sent, merged) => {
	expect(mergeMetadata(stored, sent)).toEqual(merged)
})

test('a key that would change what an object is does not get in', () => {
	const sent = JSON.parse('{"__proto__": {"admin": true}, "name": "Eve"}') as Record<string, MetadataValue>
	const merged = mergeMetadata({}, sent)
	expect([Object.keys(merged), 'admin' in merged]).toEqual([['name'], false])
})

const nested = (depth: number): MetadataValue => (depth === 0 ? 'end' : { more: nested(depth - 1) })

test.each([
	['plain values', { name: 'Ädä 🦊', list: [1, true, null, { a: 'b' }] }, null],
	['a NUL', { name: 'a\0b' }, 'cannot be stored'],
	['a NUL deep inside', { list: [{ a: 'x\0' }] }, 'cannot be stored'],
	['half a pair', { name: '\ud83d' }, 'cannot be stored'],
	['half a pair in a key', { '\udc00': 1 }, 'cannot be stored'],
	['twenty levels', { a: nested(18) }, null],
	['too many levels', { a: nested(30) }, 'nested too deeply'],
	['8,192 characters', { a: 'x'.repeat(8192 - 8) }, null],
	['one more', { a: 'x'.repeat(8192 - 7) }, 'at most 8192'],
])('%s: %#', (_name, metadata, problem) => {
	if (problem === null) expect(findMetadataProblem(metadata)).toBeNull()
	else expect(findMetadataProblem(metadata)).toContain(problem)
})
