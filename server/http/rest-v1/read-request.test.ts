import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'

import { parseBody } from './read-request.ts'

const JSON_TYPE = 'application/json'

test.each([
	['{"a":1,"b":2}', false, { text: '[{"a":1,"b":2}]', rows: 1, keys: ['a', 'b'] }],
	['[{"a":1},{"a":2}]', false, { text: '[{"a":1},{"a":2}]', rows: 2, keys: ['a'] }],
	['[{"a":1},{"b":2}]', true, { text: '[{"a":1},{"b":2}]', rows: 2, keys: ['a'] }],
	['[]', false, { text: '[]', rows: 0, keys: [] }],
	['{}', false, { text: '[{}]', rows: 1, keys: [] }],
	// Numbers are passed on as text and keep all their digits.
	['{"a":9007199254740993.5}', false, { text: '[{"a":9007199254740993.5}]', rows: 1, keys: ['a'] }],
	['{"a":"[[[{{{\\"]"}', false, { text: '[{"a":"[[[{{{\\"]"}]', rows: 1, keys: ['a'] }],
])('%s is parsed as rows', (text, hasColumns, rows) => {
	expect(parseBody(text, 'application/json; charset=utf-8', hasColumns)).toEqual(rows)
})

const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
test.each([
	['', JSON_TYPE],
	['{"a":1,}', JSON_TYPE],
	['{"a":NaN}', JSON_TYPE],
	['null', JSON_TYPE],
	['"text"', JSON_TYPE],
	['[1]', JSON_TYPE],
	['[[{"a":1}]]', JSON_TYPE],
	['[null]', JSON_TYPE],
	['[{"a":1},{"b":1}]', JSON_TYPE],
	['[{"a":1},{"a":1,"b":1}]', JSON_TYPE],
	[deep(64), JSON_TYPE],
	[deep(100_000), JSON_TYPE],
	[`[${'{},'.repeat(1000)}{}]`, JSON_TYPE],
	['a=1', 'application/x-www-form-urlencoded'],
	['{"a":1}', 'text/plain'],
	['{"a":1}', undefined],
	// An unterminated string with as many escaped quotes as fit.
	[`{"a":"${'\\"'.repeat(100_000)}`, JSON_TYPE],
])('%.40s as %s is refused', (text, contentType) => {
	expect(() => parseBody(text, contentType, false)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST102' }))
})

test('any text is either passed to PostgreSQL unchanged or refused', () => {
	fc.assert(
		fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), fc.boolean(), (text, hasColumns) => {
			try {
				const rows = parseBody(text, JSON_TYPE, hasColumns)
				expect(JSON.parse(rows.text)).toHaveLength(rows.rows)
			} catch (error) {
				if (!(error instanceof RestRefusal)) throw error
			}
		}),
		{ numRuns: 1000 },
	)
})
