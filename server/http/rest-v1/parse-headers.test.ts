import { expect, test } from 'vitest'

import { parseAccept, parseRange, readSchema } from './parse-headers.ts'
import { parsePrefer, formatPreferenceApplied } from './parse-prefer.ts'

test.each([
	[undefined, 'json', false],
	['*/*', 'json', false],
	['application/json', 'json', false],
	['application/vnd.pgrst.object+json', 'object', false],
	['application/vnd.pgrst.object+json;nulls=stripped', 'object', true],
	['application/vnd.pgrst.array+json; nulls=stripped', 'json', true],
	['text/html, text/csv;q=0.9', 'csv', false],
])('Accept: %s requests %s', (header, kind, isStripped) => {
	expect(parseAccept(header)).toEqual({ kind, isStripped })
})

test.each(['text/html', 'application/vnd.pgrst.plan+json', 'constructor', ''])('Accept: %s is not acceptable', (header) => {
	expect(() => parseAccept(header)).toThrow(expect.objectContaining({ status: 406, code: 'PGRST107' }))
})

test('only exposed schemas can be selected, and the first is the default', () => {
	expect([undefined, 'public', 'personal'].map((schema) => readSchema(schema, ['public', 'personal']))).toEqual([
		'public',
		'public',
		'personal',
	])
	for (const schema of ['auth', 'pg_catalog', 'PUBLIC', '', 'personal'])
		expect(() => readSchema(schema, ['public'])).toThrow(expect.objectContaining({ status: 406, code: 'PGRST106' }))
})

test.each([
	[undefined, null],
	['0-9', { offset: 0, limit: 10 }],
	['5-', { offset: 5, limit: null }],
	['bytes=0-9', null],
	['-5', null],
	['0-9999999999999', null],
])('Range: %s is parsed as %j', (header, range) => {
	expect(parseRange(header)).toEqual(range)
})
test('a range that ends before it starts is refused', () => {
	expect(() => parseRange('9-3')).toThrow(expect.objectContaining({ status: 416, code: 'PGRST103' }))
})

test.each([
	['resolution=merge-duplicates, return=representation', 'insert', 'resolution=merge-duplicates, return=representation'],
	['resolution=merge-duplicates', 'update', null],
	['count=planned', 'read', 'count=exact'],
	['return=minimal,count=exact', 'read', 'count=exact'],
	['handling=strict, max-affected=1', 'delete', 'handling=strict, max-affected=1'],
	['max-affected=1', 'delete', null],
	['tx=rollback', 'insert', 'tx=rollback'],
	['return=headers-only, foo', 'insert', null],
	['return=minimal, return=representation', 'insert', 'return=minimal'],
	[undefined, 'read', null],
] as const)('Prefer: %s on %s is applied as %s', (header, method, applied) => {
	expect(formatPreferenceApplied(parsePrefer(header), method)).toBe(applied)
})

test('strict handling refuses unknown preferences', () => {
	for (const unknown of ['foo', 'count=some', 'max-affected=x', 'timezone=UTC'])
		expect(() => parsePrefer(`handling=strict, ${unknown}`)).toThrow(
			expect.objectContaining({ status: 400, code: 'PGRST122', details: `Invalid preferences: ${unknown}` }),
		)
})
